import * as z from "zod";

/** The one message that shows an order in a chat. */
export const orderCard = z.object({
  chatId: z.string(),
  /** The channel's id of it. */
  messageId: z.string(),
  /** SHA-256 of what it shows: the same again is not sent. */
  shown: z.string(),
  /** As it stands there, in the channel's own markup. */
  last: z.string(),
});
export type OrderCard = z.infer<typeof orderCard>;
