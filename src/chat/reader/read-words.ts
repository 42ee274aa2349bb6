import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf, knownChains } from "../../chain-of.ts";
import { TOOLS } from "../../tables/registry.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { FastPathContext } from "../fast-path/fast-path-context.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { BOUND_WORDS } from "./bound-words.ts";
import { callOfTrade } from "./call-of-trade.ts";
import { firstWords } from "./first-words.ts";
import type { Item } from "./item.ts";
import { lex } from "./lex.ts";
import type { ReadCall } from "./read-call.ts";
import { type Request, readRequest } from "./read-request.ts";
import { readTrade, type TradeReading } from "./read-trade.ts";
import { readingOf } from "./reading-of.ts";
import { TRADE_WORDS } from "./trade-words.ts";

/** More words than these that nothing was read from are no command with a remark. */
const MOST_UNUSED = 3;
/** No command is longer. */
const MOST_ITEMS = 80;
/** First words of a request for a change, verbs of trades, and what joins two commands or names another network: left over they are a part of another command, and no remark. */
const MEANING: ReadonlySet<string> = new Set(
  "and then also or but plus no except delegation switch change increase raise loosen all every vault position positions limit limits trigger triggers slice slices shield per up over off for than about between guess depends thank table dozen annum nova zk sepolia testnet goerli zkevm"
    .split(" ")
    .concat(
      [...TRADE_WORDS, ...BOUND_WORDS].flatMap(([text, says = {}]) =>
        ["side", "isCut", "kind"].some((name) => name in says) ? firstWords(text) : [],
      ),
      TOOLS.filter(({ effect }) => effect !== "read").flatMap(({ says = [] }) =>
        says.flatMap((said) => firstWords(typeof said === "string" ? said : said[0])),
      ),
    ),
);
const PICTURE = /^\p{Extended_Pictographic}$/u;
/** Pictures that forbid. */
const FORBIDDING = /[🚫❌❎🙅⛔🛑✋👎✖🚷🤚🙈]/u;
/** What belongs to a picture, and shows nothing by itself. */
const INVISIBLE = /^[\u200d\ufe0f]$/;

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

function readOne(text: string, context: FastPathContext): ReadCall | PassReason {
  const items = lex(text, coinsOf(context));
  if (items.length === 0) return "empty";
  if (items.length > MOST_ITEMS || FORBIDDING.test(text)) return "words";
  const listed = readTrade(items);
  const trade = callOf(listed, text, items, context);
  const request = readRequest(items);
  if (request !== undefined) {
    const asked =
      request.tool.effect === "read"
        ? request.call
        : guarded(request.call, { text, chainId: context.chainId }, request.left, spansOf(request));
    const isBetter = typeof trade === "string" || request.left.length <= listed.left.length;
    if (typeof asked !== "string" && isBetter) return asked;
  }
  if (typeof trade !== "string") return trade;
  // A token that no chain lists: which it is, nobody knows here.
  const open = callOf(readTrade(items, { isOpen: true }), text, items, context);
  return open === "unknown_token" ? open : trade;
}

const isTrade = ({ trade }: TradeReading): boolean =>
  trade.side !== undefined || trade.isCut === true || trade.kind !== undefined || trade.token !== undefined;

function callOf(
  reading: TradeReading,
  text: string,
  items: readonly Item[],
  context: FastPathContext,
): ReadCall | PassReason {
  const { trade, left, bounds, isTwice } = reading;
  if (!isTrade(reading)) return "words";
  const isAsked = isQuote(left, items);
  const call = isTwice ? "unclear" : callOfTrade({ ...trade, ...(isAsked && { isAsked }) }, context);
  if (typeof call !== "string" && call.tool === buildVaultSwap.name && isAsked) return quoteOf(call, left);
  const spans = bounds.flatMap(({ from, to }) => {
    const [first, last] = [items[from], items[to - 1]];
    const isNamed = last !== undefined && text.charAt(last.end) === ":";
    return first === undefined || last === undefined ? [] : [[first.start, last.end + (isNamed ? 1 : 0)] as const];
  });
  const held = guarded(typeof call === "string" ? ANY : call, { text, chainId: context.chainId }, left, spans);
  return typeof held === "string" || typeof call !== "string" ? held : call;
}

/** Words that ask what a trade would come to, and what does so only behind "what". */
const QUOTES: ReadonlySet<string> = new Set(
  "quote quotation quoting price worth much many rate proceeds estimate fetch fetching cost costs impact".split(" "),
);
const WHAT_IT_GIVES: ReadonlySet<string> = new Set("would give gives get bring become number amount".split(" "));

const AROUND_A_QUOTE: ReadonlySet<string> = new Set(
  "how what if for in of do does will tell show say know only size included quick check on at is are".split(" "),
);

function isQuote(left: readonly Item[], items: readonly Item[]): boolean {
  const words = items.map((item) => readingOf(item, "word") ?? "");
  return (
    left.some((item) => QUOTES.has(readingOf(item, "word") ?? "")) ||
    (words.includes("what") && words.some((word) => WHAT_IT_GIVES.has(word)))
  );
}

/** What is only asked about: the same trade, quoted. */
function quoteOf(call: ReadCall, left: readonly Item[]): ReadCall | PassReason {
  const isOpen = left.some((item) => item.readings.some(({ is }) => !["word", "odd", "mark"].includes(is)));
  const words = left.flatMap((item) => readingOf(item, "word") ?? []);
  if (isOpen || words.some((word) => !QUOTES.has(word) && !WHAT_IT_GIVES.has(word) && !AROUND_A_QUOTE.has(word)))
    return "words";
  return { ...call, tool: getSwapQuote.name };
}

/** Words of a request that turn other sentences round. */
const TURNS_NOTHING: ReadonlySet<string> = new Set(["don't", "never", "not", "no", "what", "last"]);

function spansOf({ taken }: Request): (readonly [number, number])[] {
  return taken
    .filter((item) => TURNS_NOTHING.has(readingOf(item, "word") ?? ""))
    .map(({ start, end }) => [start, end] as const);
}

const ANY: ReadCall = { kind: "call", tool: "", args: {} };

/** The call with what is left over of its message, or why that makes it none. `spans`: what was read as a bound, whose words turn nothing round. */
function guarded(
  call: ReadCall,
  { text, chainId }: { text: string; chainId: ChainId },
  left: readonly Item[],
  spans: readonly (readonly [number, number])[],
): ReadCall | PassReason {
  const over = left.filter(
    (item) => !/^[,;:.!?]$/.test(readingOf(item, "mark") ?? "") && !INVISIBLE.test(text.slice(item.start, item.end)),
  );
  const said = over.map((item) => text.slice(item.start, item.end));
  if (over.some((item) => item.readings.some(({ is, value }) => is === "odd" && !PICTURE.test(String(value)))))
    return "characters";
  const isOpen = over.some((item) => item.readings.some(({ is }) => !["word", "odd"].includes(is)));
  const isMeant = over.some((item) => MEANING.has(readingOf(item, "word") ?? ""));
  if (isOpen || isMeant || over.length > MOST_UNUSED) return "words";
  let rest = text;
  for (const [start, end] of spans) rest = `${rest.slice(0, start)}${" ".repeat(end - start)}${rest.slice(end)}`;
  const turned = findTurning(rest);
  if (turned !== undefined || conditionsOf(said.join(" ")).length > 0) return "words";
  // From a chain to itself.
  const { destinationChain: to, sourceChain: from } = call.args;
  if (to !== undefined && to === (from ?? chainOf(chainId).name)) return "unclear";
  return { ...call, ...(said.length > 0 && { unused: said }) };
}

/** Symbols of tokens, in lower case: of every chain, as a sentence names its chain last. */
function coinsOf({ tokens }: FastPathContext): ReadonlySet<string> {
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
