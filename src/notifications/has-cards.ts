import type { ConnectedChannel } from "../kinds/channel.ts";

/** Cards are of a channel that shows them and changes what it has sent. */
export const hasCards = ({ card, connection }: ConnectedChannel): boolean =>
  card !== undefined && connection.edit !== undefined;
