import { cancelTwapOrder } from "../../twap/tools/cancel-twap-order.ts";
import type { Cursor } from "./cursor.ts";
import { readChainId } from "./read-chain-id.ts";
import { readOrderId } from "./read-order-id.ts";
import type { Reader } from "./reader.ts";

/** cancel_twap_order's word for all active orders (spec, "TWAP tools"). */
const ALL = 0;

/** `cancel twap [order] [id] [#]<id> [on <chain>]` or `cancel all [my|the] [active] (twaps | twap [orders]) [on <chain>]`. */
export const readCancel: Reader = (cursor) => {
  const id = cursor.word("all") === undefined ? readOrderId(cursor) : readAll(cursor);
  if (typeof id === "string") return id;
  const on = readChainId(cursor);
  return on === undefined ? "words" : { kind: "call", tool: cancelTwapOrder.name, args: { id }, ...on };
};

function readAll(cursor: Cursor): number | "words" {
  cursor.word("my", "the");
  cursor.word("active");
  if (cursor.word("twaps") !== undefined) return ALL;
  if (cursor.word("twap") === undefined) return "words";
  cursor.word("orders");
  return ALL;
}
