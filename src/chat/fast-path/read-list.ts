import { listTwapOrders } from "../../twap/tools/list-twap-orders.ts";
import { readChainId } from "./read-chain-id.ts";
import type { Reader } from "./reader.ts";

/** `list|show|view [me] [all] [my|the] (twap orders | twaps | strategies) [on <chain>]`; both names are one tool (spec). */
export const readList: Reader = (cursor) => {
  cursor.word("me");
  cursor.word("all");
  cursor.word("my", "the");
  const isNamed = cursor.word("strategies", "twaps") !== undefined || cursor.phrase("twap", "orders");
  if (!isNamed) return "words";
  const on = readChainId(cursor);
  return on === undefined ? "words" : { kind: "call", tool: listTwapOrders.name, args: {}, ...on };
};
