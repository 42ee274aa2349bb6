import { readTrade } from "./read-trade.ts";
import type { Reader } from "./reader.ts";
import { SIDE_OF } from "./side-of.ts";
import { twapCall } from "./twap-call.ts";

/** `twap <trade>` or `create|start|place [a] [new] twap [order] [to] <trade>`, the trade beginning with its verb. */
export const readTwap: Reader = (cursor, verb, context) => {
  if (verb !== "twap") {
    cursor.word("a");
    cursor.word("new");
    if (cursor.word("twap") === undefined) return "words";
    cursor.word("order");
    cursor.word("to");
  }
  const side = SIDE_OF.get(cursor.word(...SIDE_OF.keys()) ?? "");
  if (side === undefined) return cursor.isDone() ? "incomplete" : "words";
  const trade = readTrade(cursor, side);
  return typeof trade === "string" ? trade : twapCall(trade, context);
};
