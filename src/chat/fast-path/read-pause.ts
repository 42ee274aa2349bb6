import { pauseTwapOrder } from "../../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../../twap/tools/resume-twap-order.ts";
import { readChainId } from "./read-chain-id.ts";
import { readOrderId } from "./read-order-id.ts";
import type { Reader } from "./reader.ts";

/** `pause|resume twap [order] [#]<id> [on <chain>]`. */
export const readPause: Reader = (cursor, verb) => {
  const id = readOrderId(cursor);
  if (typeof id === "string") return id;
  const on = readChainId(cursor);
  if (on === undefined) return "words";
  const { name } = verb === "pause" ? pauseTwapOrder : resumeTwapOrder;
  return { kind: "call", tool: name, args: { id }, ...on };
};
