import type { Channel, ChannelHost, HostedChannel, Settings } from "../kinds/channel.ts";

/** Connects channels by the Worker's bindings; one that lacks a setting stays unconnected. */
export function hostChannels(
  channels: Readonly<Record<string, Channel>>,
  bindings: Record<string, unknown>,
  fetch: ChannelHost["fetch"],
): HostedChannel[] {
  return Object.values(channels).map(({ connect, door: _, ...channel }) => {
    const { needs, takes } = channel.env;
    const settings = settingsOf([...needs, ...takes, ...channel.pair.needs], bindings);
    const isSet = needs.every((name) => settings[name] !== undefined);
    return { ...channel, settings, connection: isSet ? connect({ settings, fetch }) : undefined };
  });
}

/** The named bindings. Empty text is how shells and CI spell "not set". */
export const settingsOf = (names: readonly string[], bindings: Record<string, unknown>): Settings =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = bindings[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
