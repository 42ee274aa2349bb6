import type { Deps } from "../deps.ts";
import type { ConnectedChannel, HostedChannel } from "../kinds/channel.ts";

/** The channels that something can be sent to now. What the outbox has for the others, it keeps. */
export const connectedOf = ({ channels }: Pick<Deps, "channels">): ConnectedChannel[] => channels.filter(isConnected);

const isConnected = (channel: HostedChannel): channel is ConnectedChannel => channel.connection !== undefined;
