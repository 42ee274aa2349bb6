import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { argsOf } from "../reader/args-of.ts";
import { callOfTrade } from "../reader/call-of-trade.ts";
import { checkTokens } from "../reader/check-tokens.ts";
import { DEFAULT_COUNTER } from "../reader/default-counter.ts";
import type { FastPathContext } from "../reader/fast-path-context.ts";
import type { Item } from "../reader/item.ts";
import type { PassReason } from "../reader/pass-reason.ts";
import { type Pattern, pattern } from "../reader/pattern.ts";
import type { ReadCall } from "../reader/read-call.ts";
import { readingOf } from "../reader/reading-of.ts";
import { textOf } from "../reader/text-of.ts";
import type { Trade } from "../reader/trade.ts";
import {
  PLAIN_CLAUSES,
  PLAIN_COMMANDS,
  type PlainPattern,
  type PlainWords,
} from "./plain-commands.ts";

/** Amounts and tokens are the message's own. Whether it may execute, the pipeline judges. */
export type FastPathCall = Omit<ReadCall, "note"> | (ReadCall & { note: string });

/** What the patterns took, by the names of their places: numbers as their numerals. */
type Said = Omit<Trade, "slices" | "every" | "side"> &
  Omit<PlainWords, "id"> & {
    slices?: string;
    every?: string;
    id?: string | 0;
  };

type Row = Pattern & { says: PlainWords };
/** Patterns by their first words; those that begin with a number by "0". */
function byWord(patterns: readonly PlainPattern[]): ReadonlyMap<string, readonly Row[]> {
  const rows = new Map<string, Row[]>();
  for (const [text, says = {}] of patterns) {
    const row = { says, ...pattern(text, { isStrict: true }) };
    for (const word of [...row.words, ...(row.isOpen ? ["0"] : [])])
      rows.set(word, [...(rows.get(word) ?? []), row]);
  }
  return rows;
}
const COMMANDS = byWord(PLAIN_COMMANDS);
const CLAUSES = { sell: byWord(PLAIN_CLAUSES.sell), buy: byWord(PLAIN_CLAUSES.buy) };

/**
 * The first that stands at a place: a command to the last word, but for a trade, behind which its
 * clauses stand.
 */
function standing(
  rows: typeof COMMANDS,
  items: readonly Item[],
  at: number,
  before?: { token: string },
) {
  const word = readingOf(items[at], "number") === undefined ? textOf(items[at]) : "0";
  for (const { says, match } of rows.get(word) ?? []) {
    const found = match(items, at, before);
    const isEnough = before !== undefined || says.side !== undefined || found?.end === items.length;
    // Safe: places are named as the parts of a trade, and take what these hold.
    if (found !== undefined && isEnough)
      return { end: found.end, said: { ...found.found, ...says } as Said };
  }
  return undefined;
}

/** Whether a command may begin with it. */
export const isBeginning = (item: Item): boolean => COMMANDS.has(textOf(item));

const WHOLE = /^[0-9]{1,15}$/;

/** The command that a sentence is, to its last word, or why it is none. */
export function readCommand(
  sentence: readonly Item[],
  context: FastPathContext,
): FastPathCall | PassReason {
  const command = standing(COMMANDS, sentence, 0);
  if (command === undefined) return "words";
  const { tool, chain, id, side } = command.said;
  if (side !== undefined) return readTrade(sentence, command.end, command.said, context);
  if (tool === undefined) return "incomplete";
  // "0": to cancel_twap_order all of them.
  if (typeof id === "string" && (id === "0" || !WHOLE.test(id))) return "unclear";
  const args = id === undefined ? {} : { id: Number(id) };
  const call = argsOf(tool, args, chain === undefined ? {} : { chain }, context);
  return call === undefined ? "words" : { kind: "call", tool: tool.name, ...call };
}

/** The clauses from behind the first token, a comma before any of them. */
function readTrade(sentence: readonly Item[], from: number, first: Said, context: FastPathContext) {
  let [at, trade] = [from, first];
  const { token, side = "sell" } = first;
  if (token === undefined) return at === sentence.length ? "incomplete" : "words";
  while (at < sentence.length) {
    const next = textOf(sentence[at]) === "," ? at + 1 : at;
    const clause = standing(CLAUSES[side], sentence, next, { token });
    if (clause === undefined) return "words";
    const { token: _, ...part } = clause.said;
    // "sell 1 ETH every 10 minutes in 5 slices" may mean 1 ETH five times.
    const isRepeat =
      trade.every !== undefined && part.slices !== undefined && part.size === undefined;
    if (isRepeat || Object.keys(part).some((name) => name in trade))
      return clause.end === sentence.length ? "unclear" : "words";
    [at, trade] = [clause.end, { ...trade, ...part }];
  }
  return callOf({ ...trade, token }, context);
}

/**
 * A TWAP as soon as a slice or a pace is spoken of, so that a half-said one never becomes one swap
 * of it all.
 */
function callOf(
  { tool, isBare, id: _, slices, every, ...said }: Said & { token: string },
  context: FastPathContext,
): FastPathCall | PassReason {
  const { token, counter, counterAmount, by } = said;
  const isPaced = (said.size ?? slices ?? every) !== undefined;
  // Without a verb only "to" and "into" tell a direction: "1 ETH for USDC" is said of buying, too.
  if (tool === getSwapQuote && (isPaced || (isBare && by === "for"))) return "unclear";
  if (isPaced || tool === createTwapOrder) {
    if (counterAmount !== undefined) return "unclear";
    if (said.amount === undefined || every === undefined) return "incomplete";
    if (!WHOLE.test(every) || !WHOLE.test(slices ?? every)) return "unclear";
  } else if (counter === undefined) return "incomplete";
  else {
    // "For 100 USDC" may be a price.
    const isPrice = counterAmount !== undefined && by === "for";
    const isOpen = (said.amount ?? counterAmount) === undefined;
    if (isPrice || isOpen)
      return (
        checkTokens(context, said.chain ?? context.chainId, token, counter) ??
        (isOpen ? "incomplete" : "unclear")
      );
  }
  const pace = every === undefined ? {} : { every: Number(every) };
  const count = slices === undefined ? {} : { slices: Number(slices) };
  const call = callOfTrade({ ...said, sizeOf: token, ...pace, ...count }, context);
  if (typeof call === "string") return call;
  // As they were said: the reader's other names for tokens ("btc") are guesses.
  const values = Object.values(call.args);
  if (!values.includes(token) || !values.includes(counter ?? DEFAULT_COUNTER))
    return "unknown_token";
  return tool === getSwapQuote ? { ...call, tool: tool.name } : call;
}
