import type { Cursor } from "./cursor.ts";
import type { PassReason } from "./pass-reason.ts";
import { readClause } from "./read-clause.ts";
import type { Trade } from "./trade.ts";

/**
 * `[amount] <token>` and then clauses in any order, each at most once, a comma before any of them (readClause). Ends
 * at the first word that begins none.
 */
export function readTrade(cursor: Cursor, side: Trade["side"]): Trade | PassReason {
  const amount = cursor.number();
  const token = cursor.name();
  if (token === undefined) return cursor.isDone() ? "incomplete" : "words";
  let trade: Trade = { side, token, ...(amount !== undefined && { amount }) };
  for (;;) {
    const hasComma = cursor.mark(",");
    const clause = readClause(cursor, trade);
    if (clause === undefined) return hasComma ? "words" : trade;
    if (typeof clause === "string") return clause;
    if (Object.keys(clause).some((part) => part in trade)) return "unclear";
    // "sell 1 ETH every 10 minutes in 5 slices" may mean 1 ETH five times.
    const isRepeat = trade.intervalMinutes !== undefined && clause.sliceCount !== undefined;
    if (isRepeat && clause.sliceAmount === undefined) return "unclear";
    trade = { ...trade, ...clause };
  }
}
