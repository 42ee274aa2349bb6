import { knownChains } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { callOfTrade } from "./call-of-trade.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import { guarded } from "./guarded.ts";
import type { Item } from "./item.ts";
import { lex } from "./lex.ts";
import { LEX_WORDS } from "./lex-words.ts";
import type { PassReason } from "./pass-reason.ts";
import { isAsked, quoteOf } from "./quote-of.ts";
import type { ReadCall } from "./read-call.ts";
import { readRequest } from "./read-request.ts";
import { readTrade, type TradeReading } from "./read-trade.ts";
import { readingOf } from "./reading-of.ts";

/** No command is longer. */
const MOST_ITEMS = 80;
/** Pictures that forbid. */
const FORBIDDING = /[🚫❌❎🙅⛔🛑✋👎✖🚷🤚🙈]/u;
const ASKING =
  /[?？]|\b(?:what|how|why|when|which|who|where|is|are|am|do|does|did|has|have|can|show|list|tell|give|see|any|status|left|check|reason|last|my|our|y)\b/i;
const TIED = /[;\n]|\b(?:if|unless|should|and|then|was|were)\b/i;
const OPENER = /^\W*(?:what|which|how|why|when|who)\b/i;
/** "Change stop 4 to 0.5 eth": the number is an order's, and no price of a new one. */
const EDITED = /\b(?:stop|limit|trigger|order|take.?profit|tp|twap|dca)(?: loss| order)? #?[0-9]{1,4} to [$.0-9]/i;
/** What goes into a pool is not swapped. */
const POOLED = /\b(?:liquidity|lp|full range)\b/i;
/** It is about more than a look. */
const DOING =
  /\b(?:cancel|freeze|unfreeze|skip|pause|resume|stop|delete|remove|revoke|set|raise|lower|increase|decrease|change|bridge|transfer|send|stake|unstake|redeem|sell|buy|swap|convert|switch|enable|disable|kill|then)\b/i;
/** More words than these around a look are another question. */
const MOST_AROUND = 5;

/**
 * What traders type, read by what each tool says of itself: items (lex.ts), the tools' own words and the clauses of a trade (scan.ts), a call. What is left over stands
 * in `unused`; a figure or a token among it, or a word that turns the sentence round or leaves it open, makes it none. A question is only ever answered by what
 * looks. Pure, over at most 500 characters, linear in them.
 */
export function readWords(text: string, context: FastPathContext): ReadCall | PassReason {
  const reading = readOne(text, context);
  // Of several commands none is the meaning of all.
  const [, ...others] = text.split(/[;\n]|, then |\. /);
  const isSeveral = typeof reading !== "string" && others.some((part) => typeof readOne(part, context) !== "string");
  return isSeveral ? "words" : reading;
}

/**
 * What a message comes nearest to among what only looks, where nothing else was read from it: a guess, for a service without a language model.
 */
export function readNearest(text: string, context: FastPathContext): ReadCall | undefined {
  const items = lex(text, coinsOf(context));
  const request = items.length > MOST_ITEMS ? undefined : readRequest(items, context);
  const isAsked = ASKING.test(text) && !TIED.test(text) && (OPENER.test(text) || !DOING.test(text));
  const isNear = request?.tool.effect === "read" && request.left.length <= MOST_AROUND && isAsked;
  return isNear && request.left.every(({ readings: [first] }) => first?.is === "mark" || first?.is === "word")
    ? request.call
    : undefined;
}

function readOne(text: string, context: FastPathContext): ReadCall | PassReason {
  const items = lex(text, coinsOf(context));
  if (items.length === 0) return "empty";
  if (items.length > MOST_ITEMS || FORBIDDING.test(text)) return "words";
  const listed = readTrade(items);
  const trade = callOf(listed, text, items, context);
  const request = readRequest(items, context);
  if (RAISES.test(text) && LOWERS.test(text)) return "unclear";
  if (request !== undefined && (request.tool.effect !== "read" || request.left.length === 0)) {
    const { call, left, taken } = request;
    const spans = taken.map(({ start, end }) => [start, end] as const);
    const asked =
      request.tool.effect === "read" ? call : guarded(call, left, { text, items, chainId: context.chainId, spans });
    const isBetter = typeof trade === "string" || left.length <= listed.left.length;
    if (typeof asked !== "string" && isBetter) return HEDGED.test(text) || isRepaired(text) ? without(asked) : asked;
  }
  if (typeof trade !== "string") return trade;
  // A token that no chain lists: which it is, nobody knows here.
  const open = callOf(readTrade(items, { isOpen: true }), text, items, context);
  return open === "unknown_token" ? open : trade;
}

/** "Raise it down": one of them is a slip. */
const RAISES = /\b(?:raise|increase|loosen|widen)\b/i;
const LOWERS = /\b(?:down|lower|decrease|reduce|tighten)\b/i;
/** "I would pause order 7", and a slip put right, are no phrase of a tool's own. */
const HEDGED = /\b(?:i'd|would|could|can|might|want|wanna|need|like|some)\b/i;
const isRepaired = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^a-z'-]+/)
    .some((word) => LEX_WORDS.short.has(word));
const without = ({ isExact: _, ...call }: ReadCall): ReadCall => call;

const isTrade = ({ trade: { side, isCut, kind, token, counter, out, heldOf, sizeOf } }: TradeReading): boolean =>
  isCut === true || [side, kind, token, counter, out, heldOf, sizeOf].some((said) => said !== undefined);

function callOf(
  reading: TradeReading,
  text: string,
  items: readonly Item[],
  context: FastPathContext,
): ReadCall | PassReason {
  const { trade, left, said, isTwice } = reading;
  if (!isTrade(reading) || EDITED.test(text) || POOLED.test(text)) return "words";
  const asked = trade.isQuote ? { isAsked: true as const } : isAsked(left, items, trade.side !== undefined);
  // A price is in dollars where nothing else was said.
  const other = asked.isAsked && trade.counter === undefined && trade.token !== undefined ? { counter: "usdc" } : {};
  const call = isTwice ? "unclear" : callOfTrade({ ...trade, ...asked, ...other }, context);
  if (typeof call !== "string" && call.tool === buildVaultSwap.name && asked.isAsked) return quoteOf(call, left);
  const spans = said.flatMap(({ from, to }) => {
    const [first, last] = [items[from], items[to - 1]];
    return first === undefined || last === undefined ? [] : [[first.start, last.end] as const];
  });
  const [verb, ...verbs] = said.filter(({ found }) => found.side !== undefined);
  // "And" behind the verb joins nothing where neither a verb nor a token stands behind it.
  const joint = left.find((item) => readingOf(item, "word") === "and")?.start ?? Number.POSITIVE_INFINITY;
  const isJoint = said.some(
    ({ found, from }) => (items[from]?.start ?? 0) > joint && JOINED.some((name) => name in found),
  );
  const verbAt = verbs.length === 0 && verb !== undefined && !isJoint ? items[verb.from]?.start : undefined;
  const held = guarded(typeof call === "string" ? ANY : call, left, {
    ...{ text, items, chainId: context.chainId, spans },
    ...(verbAt !== undefined && { verbAt }),
  });
  return typeof held === "string" || typeof call !== "string" ? held : call;
}

const JOINED = ["token", "counter", "amount", "counterAmount", "size", "rated", "of"] as const;
const ANY: ReadCall = { kind: "call", tool: "", args: {} };

/** Symbols of tokens, in lower case: of every chain, as a sentence names its chain last. */
export function coinsOf({ tokens }: FastPathContext): ReadonlySet<string> {
  const known = COINS.get(tokens);
  if (known !== undefined) return known;
  const coins = new Set(
    knownChains()
      .flatMap(({ id, nativeCoin }) =>
        [nativeCoin, ...tokens(id).map(({ symbol }) => symbol)].map((symbol) => symbol.toLowerCase()),
      )
      .concat("btc"),
  );
  COINS.set(tokens, coins);
  return coins;
}

const COINS = new WeakMap<FastPathContext["tokens"], ReadonlySet<string>>();
