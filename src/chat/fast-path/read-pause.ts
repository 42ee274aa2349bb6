import { readChainId } from "./read-chain-id.ts";
import { readOrderId } from "./read-order-id.ts";
import type { Reader } from "./reader.ts";

/** `pause|resume twap [order] [#]<id> [on <chain>]`. */
export const readPause: Reader = (cursor, verb) => {
  const id = readOrderId(cursor);
  if (typeof id === "string") return id;
  const on = readChainId(cursor);
  if (on === undefined) return "words";
  return { kind: "call", tool: verb === "pause" ? "pause_twap_order" : "resume_twap_order", args: { id }, ...on };
};
