import { parseVenue } from "../../venues/parse-venue.ts";
import type { Cursor } from "./cursor.ts";
import { MINUTE_WORDS } from "./minute-words.ts";
import type { PassReason } from "./pass-reason.ts";
import { readChain } from "./read-chain.ts";
import { readSlicing } from "./read-slicing.ts";
import type { Trade } from "./trade.ts";

type Clause = Partial<Omit<Trade, "side" | "token" | "amount">>;

/**
 * One clause of a trade, chosen by its first word; undefined, with nothing taken, where no clause begins.
 * - the other token: `for|to|into [amount] <token>` after selling, `with|using|for [amount] <token>` after buying
 * - the pace: `every N minutes`
 * - the slicing: see readSlicing, with `in`, `into`, `split in` or `split into` before it or nothing
 * - the place: `on <chain>`, `on|via|using|through <venue>`
 * - who executes: `automatically`, which only a TWAP can be
 */
export function readClause(cursor: Cursor, { side, token }: Trade): Clause | PassReason | undefined {
  const opener = cursor.word(...OPENERS);
  switch (opener) {
    case "automatically":
      return { isAutomatic: true };
    case "every":
      return readPace(cursor);
    case "on":
    case "via":
    case "through":
      return readPlace(cursor, opener);
    case "split":
      return cursor.word("in", "into") === undefined ? "words" : (readSlicing(cursor, token) ?? "words");
    case "in":
      return readSlicing(cursor, token) ?? "words";
    case "into":
      return readSlicing(cursor, token) ?? readCounter(cursor, side, opener);
    case "using":
      return readVenue(cursor) ?? readCounter(cursor, side, opener);
    case "for":
    case "to":
    case "with":
      return readCounter(cursor, side, opener);
    case undefined:
      return readSlicing(cursor, token);
  }
}

const OPENERS = [
  "for",
  "to",
  "into",
  "with",
  "using",
  "in",
  "split",
  "every",
  "on",
  "via",
  "through",
  "automatically",
] as const;
const COUNTER_WORDS = { sell: ["for", "to", "into"], buy: ["with", "using", "for"] } as const;

function readCounter(cursor: Cursor, side: Trade["side"], opener: string): Clause | PassReason {
  const counterAmount = cursor.number();
  const counter = cursor.name();
  if (counter === undefined || !COUNTER_WORDS[side].some((word) => word === opener)) return "words";
  return { counter, counterWord: opener, ...(counterAmount !== undefined && { counterAmount }) };
}

function readPace(cursor: Cursor): Clause | PassReason {
  const intervalMinutes = cursor.number();
  const unit = cursor.word(...MINUTE_WORDS);
  return intervalMinutes === undefined || unit === undefined ? "words" : { intervalMinutes };
}

/** A chain is somewhere to be on; going "via" one would be a bridge. */
function readPlace(cursor: Cursor, opener: "on" | "via" | "through"): Clause | PassReason {
  const venue = readVenue(cursor);
  if (venue !== undefined) return venue;
  const chainId = opener === "on" ? readChain(cursor) : undefined;
  return chainId === undefined ? "words" : { chainId };
}

function readVenue(cursor: Cursor): Clause | undefined {
  const venue = cursor.parsed(parseVenue);
  return venue === undefined ? undefined : { venue };
}
