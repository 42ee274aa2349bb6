import * as z from "zod";

/** The one message that shows an order in a chat. */
export const orderCard = z.object({
  chatId: z.string(),
  messageId: z.int(),
  /** SHA-256 of what it shows: the same again is not sent. */
  shown: z.string(),
  /** What its last slices were, as it stands there in Telegram's HTML. */
  last: z.string(),
});
export type OrderCard = z.infer<typeof orderCard>;
