/** The closed list of channels that notify operators: each has a line in the table of channels. */
export const CHANNEL_IDS = ["telegram"] as const;

export type ChannelId = (typeof CHANNEL_IDS)[number];
