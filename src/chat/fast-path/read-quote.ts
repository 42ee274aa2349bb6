import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { Cursor } from "./cursor.ts";
import { readTrade } from "./read-trade.ts";
import type { Reader } from "./reader.ts";
import { SIDE_OF } from "./side-of.ts";
import { swapCall } from "./swap-call.ts";
import type { Trade } from "./trade.ts";

/** The verbs as they follow "quote for". */
const SIDE_OF_GERUND: ReadonlyMap<string, "sell" | "buy"> = new Map([
  ["selling", "sell"],
  ["swapping", "sell"],
  ["converting", "sell"],
  ["exchanging", "sell"],
  ["trading", "sell"],
  ["buying", "buy"],
]);

/** `quote`, or `get|give [me] [a|the] quote`, then `[me] [for|to|of]` and a trade of one go. */
export const readQuote: Reader = (cursor, verb, context) => {
  if (verb !== "quote") {
    cursor.word("me");
    cursor.word("a", "the");
    if (cursor.word("quote") === undefined) return "words";
  }
  cursor.word("me");
  cursor.word("for", "to", "of");
  const said = readSide(cursor);
  const trade = readTrade(cursor, said ?? "sell");
  if (typeof trade === "string") return trade;
  // Without a verb only "to" and "into" tell a direction: "1 ETH for USDC" is said of buying, too.
  if (said === undefined && trade.counterWord === "for") return "unclear";
  return isOneGo(trade) ? swapCall(getSwapQuote, trade, context) : "unclear";
};

function readSide(cursor: Cursor): Trade["side"] | undefined {
  const verb = cursor.word(...SIDE_OF.keys(), ...SIDE_OF_GERUND.keys());
  return verb === undefined ? undefined : (SIDE_OF.get(verb) ?? SIDE_OF_GERUND.get(verb));
}

const isOneGo = ({ sliceAmount, sliceCount, intervalMinutes }: Trade): boolean =>
  (sliceAmount ?? sliceCount ?? intervalMinutes) === undefined;
