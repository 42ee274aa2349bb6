import type { Cursor } from "./cursor.ts";
import type { PassReason } from "./pass-reason.ts";
import { wholeNumber } from "./whole-number.ts";

/** `twap [order] [id] [#]<id>`. Order 0 does not exist, and means all orders to cancel_twap_order: that takes the word. */
export function readOrderId(cursor: Cursor): number | PassReason {
  if (cursor.word("twap") === undefined) return "words";
  cursor.word("order");
  cursor.word("id");
  cursor.mark("#");
  const text = cursor.number();
  if (text === undefined) return "incomplete";
  const id = wholeNumber(text);
  return id === undefined || id === 0 ? "unclear" : id;
}
