import { knownChains } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { FastPathContext } from "../fast-path/fast-path-context.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { conditionsOf } from "../grounding/conditions-of.ts";
import { findTurning } from "../grounding/find-turning.ts";
import { ownItems } from "../grounding/own-items.ts";
import { callOfTrade } from "./call-of-trade.ts";
import { type Item, readingOf } from "./item.ts";
import { lex } from "./lex.ts";
import type { ReadCall } from "./read-call.ts";
import { readRequest } from "./read-request.ts";
import { readTrade, type TradeReading } from "./read-trade.ts";

/** More words than these that nothing was read from are no command with a remark. */
const MOST_UNUSED = 5;
const PICTURE = /^\p{Extended_Pictographic}$/u;
/** What belongs to a picture, and shows nothing by itself. */
const INVISIBLE = /^[\u200d\ufe0f]$/;

/**
 * What traders type, read by what each tool says of itself: items (lex.ts), the tools' own words and the clauses of a trade (scan.ts), a call. What is left over stands
 * in `unused`; a figure or a token among it, or a word that turns the sentence round or leaves it open, makes it none. A question is only ever answered by what
 * looks. Pure, over at most 500 characters, linear in them.
 */
export function readWords(text: string, context: FastPathContext): ReadCall | PassReason {
  const items = lex(text, coinsOf(context));
  if (items.length === 0) return "empty";
  const request = readRequest(items);
  const listed = readTrade(items);
  if (request !== undefined && (!isTrade(listed) || request.left.length <= listed.left.length)) {
    if (request.tool.effect === "read") return request.left.length === 0 ? request.call : "words";
    return guarded(request.call, text, request.left, []);
  }
  const called = callOf(listed, text, items, context);
  if (typeof called !== "string") return called;
  // A token that no chain lists: which it is, nobody knows here.
  const open = readTrade(items, { isOpen: true });
  const reason = callOf(open, text, items, context);
  return reason === "unknown_token" ? reason : called;
}

const isTrade = ({ trade }: TradeReading): boolean =>
  trade.side !== undefined || trade.isCut === true || trade.kind !== undefined || trade.token !== undefined;

function callOf(reading: TradeReading, text: string, items: readonly Item[], context: FastPathContext): ReadCall | PassReason {
  const { trade, left, bounds, isTwice } = reading;
  if (!isTrade(reading)) return "words";
  const call = isTwice ? "unclear" : callOfTrade(trade, context);
  if (typeof call !== "string" && call.tool === buildVaultSwap.name && isQuote(left)) return quoteOf(call, left);
  const spans = bounds.flatMap(({ from, to }) => {
    const [first, last] = [items[from], items[to - 1]];
    return first === undefined || last === undefined ? [] : [[first.start, last.end] as const];
  });
  const held = guarded(typeof call === "string" ? ANY : call, text, left, spans);
  return typeof held === "string" || typeof call !== "string" ? held : call;
}

/** Words that ask what a trade would come to. */
const QUOTES: ReadonlySet<string> = new Set(
  "quote quotation quoting price worth much many rate proceeds estimate fetch fetching cost costs check what number impact indicate".split(" "),
);
const isQuote = (left: readonly Item[]): boolean => left.some((item) => QUOTES.has(readingOf(item, "word") ?? ""));

/** What is only asked about: the same trade, quoted. */
function quoteOf(call: ReadCall, left: readonly Item[]): ReadCall | PassReason {
  const isOpen = left.some((item) => item.readings.some(({ is }) => !["word", "odd", "mark"].includes(is)));
  return isOpen ? "words" : { ...call, tool: getSwapQuote.name };
}

const ANY: ReadCall = { kind: "call", tool: "", args: {} };

/** The call with what is left over of its message, or why that makes it none. `spans`: what was read as a bound, whose words turn nothing round. */
function guarded(call: ReadCall, text: string, left: readonly Item[], spans: readonly (readonly [number, number])[]): ReadCall | PassReason {
  const over = left.filter((item) => !/^[,;:.!?]$/.test(readingOf(item, "mark") ?? "") && !INVISIBLE.test(text.slice(item.start, item.end)));
  const said = over.map((item) => text.slice(item.start, item.end));
  if (over.some((item) => item.readings.some(({ is, value }) => is === "odd" && !PICTURE.test(String(value))))) return "characters";
  const isOpen = over.some((item) => item.readings.some(({ is }) => !["word", "odd"].includes(is)));
  if (isOpen || over.length > MOST_UNUSED) return "words";
  let rest = text;
  for (const [start, end] of spans) rest = `${rest.slice(0, start)}${" ".repeat(end - start)}${rest.slice(end)}`;
  // Groups of thousands are no two readings here.
  const turned = findTurning(rest, ownItems(rest.replace(/(\d),(?=\d)/g, "$1")) ?? []);
  if (turned !== undefined || conditionsOf(said.join(" ")).length > 0) return "words";
  return { ...call, ...(said.length > 0 && { unused: said }) };
}

/** Symbols of tokens, in lower case: of every chain, as a sentence names its chain last. */
function coinsOf({ tokens }: FastPathContext): ReadonlySet<string> {
  const known = COINS.get(tokens);
  if (known !== undefined) return known;
  const coins = new Set(
    knownChains().flatMap(({ id, nativeCoin }) => [nativeCoin, ...tokens(id).map(({ symbol }) => symbol)].map((symbol) => symbol.toLowerCase())).concat("btc"),
  );
  COINS.set(tokens, coins);
  return coins;
}

const COINS = new WeakMap<FastPathContext["tokens"], ReadonlySet<string>>();
