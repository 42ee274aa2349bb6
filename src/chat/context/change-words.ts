import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { chainOfWord } from "../reader/chain-of-word.ts";
import { isFiller } from "../reader/is-filler.ts";
import type { Item } from "../reader/item.ts";
import { lex } from "../reader/lex.ts";
import { CLAUSES } from "../reader/read-trade.ts";
import { readingOf } from "../reader/reading-of.ts";
import { type Said, scan } from "../reader/scan.ts";
import { SLOTS } from "../reader/slots.ts";
import type { FastPathReading } from "../run-turn.ts";
import type { Reader } from "./past.ts";
import { timesShare } from "./times-share.ts";

type Text = { text: string; items: readonly Item[] };
const orderOf = (item: Item) => readingOf(item, "order") ?? readingOf(item, "trigger");
const same = (kind: (item: Item) => unknown) => [kind, kind] as const;
/** What stands for what: the new amount for the old one, the new chain for the old one; first of the command, then of the part. */
const KINDS: readonly (readonly [(item: Item) => unknown, (item: Item) => unknown])[] = [
  [orderOf, (item) => orderOf(item) ?? readingOf(item, "number")],
  same((item) => amountOf(item)),
  same((item) => readingOf(item, "coin") ?? readingOf(item, "address")),
  same((item) => readingOf(item, "percent") ?? readingOf(item, "fraction") ?? readingOf(item, "bps")),
  [
    (item) => readingOf(item, "percent"),
    // "Set slippage to 2%", "1.5".
    (item) => readingOf(item, "number"),
  ],
  same((item) => readingOf(item, "every")),
  same((item) => readingOf(item, "minutes")),
  same((item) => readingOf(item, "time")),
  same((item) => chainOfWord(readingOf(item, "word") ?? "")),
  same((item) => SLOTS.venue(item)),
];
/** Said of every trade: that a part says it too makes it no change of what was said. */
const SHARED: ReadonlySet<string> = new Set("side by isCut isEarly isLate unit priceOf isBound".split(" "));
/** A price takes no amount's place. */
const PRICES: ReadonlySet<string> = new Set("at below above hits breaks limit notBelow notAbove".split(" "));
const DOLLARS: ReadonlySet<string> = new Set(["usdc", "usdt", "dai", "usd"]);
/** A share is one of what stands there, and takes no other's place. */
const isShare = (item: Item): boolean => (readingOf(item, "percent") ?? readingOf(item, "fraction")) !== undefined;
/** More of them are not tried: each is read once. */
const MOST_TRIED = 14;

/**
 * A command with one part of it said anew ("10 slices", "0.2", "on uniswap", "52k and automatically"): the part takes the place of what is of its kind there,
 * or is added where nothing is. Undefined where none of that is a command, or all of it is the same one. Pure, and no more than words.
 * @example changeWords("sell 0.6 eth for usdc", "0.8", reader) // "sell 0.8 eth for usdc"
 */
export function changeWords(of: string, part: string, { read, coins }: Reader): string | undefined {
  const [whole, said] = [of, part].map((text): Text => ({ text, items: lex(text, coins) })) as [Text, Text];
  const before = read(of);
  let asked: string | undefined;
  const replaced = [...ofOther(whole, said), ...byClause(whole, said, coins), ...byKind(whole, said.items, part)];
  for (const words of [...new Set([...replaced, ...added(whole, said)])].slice(0, MOST_TRIED)) {
    const reading = read(words);
    if (reading.kind === "call" && isChangeOf(before, reading)) return words;
    // What is only put beside a command may be anything.
    if (before.kind === "call" && !TRADES.has(before.tool)) continue;
    if (reading.kind === "ask" && asked === undefined && words !== of && replaced.includes(words)) asked = words;
  }
  return asked;
}

/** Of a trade's part there may come another kind of trade; of anything else the same with something else in it. */
function isChangeOf(before: FastPathReading, reading: Extract<FastPathReading, { kind: "call" }>): boolean {
  if (reading.unused !== undefined || meaningOf(reading) === meaningOf(before)) return false;
  return (
    before.kind !== "call" || before.tool === reading.tool || [before, reading].every(({ tool }) => TRADES.has(tool))
  );
}

const TRADES: ReadonlySet<string> = new Set(
  [buildVaultSwap, createTwapOrder, createTriggerOrder, getSwapQuote].map(({ name }) => name),
);

const meaningOf = (reading: FastPathReading): string | undefined =>
  reading.kind === "call" ? JSON.stringify([reading.tool, reading.chainId, reading.args, reading.share]) : undefined;

/** The figure of the other token is the command's only one. */
function ofOther(of: Text, part: Text): string[] {
  const figure = of.items.find((item) => amountOf(item) !== undefined);
  const coin = part.items.map((item) => readingOf(item, "coin")).find((each) => each !== undefined);
  const place = of.items.find((item) => coin !== undefined && readingOf(item, "coin") === coin);
  const value = part.items.map(amountOf).find((each) => each !== undefined);
  if (!isOfOther(of, part.items) || figure === undefined || place === undefined || value === undefined) return [];
  const named = spliced(of.text, [place], `${value} ${coin}`);
  const shift = place.start < figure.start ? named.length - of.text.length : 0;
  return [`${named.slice(0, figure.start + shift)}${named.slice(figure.end + shift)}`.replace(/ +/g, " ")];
}

/** Behind the command, before it, and between any two words of it: "300" in "stake grg". */
const added = (of: Text, part: Text): string[] => [
  `${of.text} ${part.text}`,
  `${part.text} ${of.text}`,
  ...(part.items.length > 3 ? [] : of.items.slice(1)).map(
    ({ start }) => `${of.text.slice(0, start)}${part.text} ${of.text.slice(start)}`,
  ),
];

/** Clause by clause: what a clause of the part says, the clause that says it in the command says no more. */
function byClause(of: Text, part: Text, coins: ReadonlySet<string>): string[] {
  const { said, left } = scan(part.items, CLAUSES);
  if (said.length === 0 || left.some((item) => !saysNothing(item))) return [];
  let words = of;
  for (const clause of said) {
    const next = withClause(words, clause, part);
    words = { text: next, items: lex(next, coins) };
  }
  return [words.text];
}

function withClause(of: Text, { found, from, to }: Said, part: Text): string {
  const own = part.items.slice(from, to);
  const said = textOf(part.text, own);
  const names = Object.keys(found).filter((name) => !SHARED.has(name));
  const isPrice =
    names.some((name) => PRICES.has(name)) &&
    !scan(of.items, CLAUSES).said.some(({ found: other }) => Object.keys(other).some((name) => PRICES.has(name)));
  const alone = found.by === undefined && !isPrice ? byKindOnly(of, own, part.text) : undefined;
  if (alone !== undefined) return alone;
  const isSide = names.length === 0;
  const same = scan(of.items, CLAUSES).said.filter(({ found: other }) =>
    (isSide ? Object.keys(found) : names).some((name) => name in other),
  );
  const [first] = same;
  if (first === undefined) return `${of.text} ${said}`;
  const there = of.items.slice(first.from, first.to);
  const share = names.length === 1 ? shareOf(found.amount) : undefined;
  if (share !== undefined) return withShareOf(of.text, there, first, share, said);
  const [within] = byKind({ text: of.text, items: there }, own, part.text);
  if (within !== undefined && Object.keys(first.found).length > names.length) return within;
  const link = there.find((item) => !isFiller(item));
  const isLinked = link !== undefined && isLink(link) && !own.some(isLink);
  let text = of.text;
  for (const clause of same.toReversed())
    text = spliced(
      text,
      of.items.slice(clause.from, clause.to),
      clause !== first ? "" : isLinked ? `${textOf(of.text, [link])} ${said}` : said,
    );
  return text.replace(/ +/g, " ").trim();
}

const shareOf = (amount: unknown): string | undefined =>
  typeof amount === "string" && amount.endsWith("%") ? amount.slice(0, -1) : undefined;

/** A share of the amount that stands there; where that is a share of what the vault holds, in its place. */
function withShareOf(text: string, there: readonly Item[], { found }: Said, share: string, said: string): string {
  const figure = there.find((item) => amountOf(item) !== undefined);
  const amount = amountOf(figure);
  if (figure !== undefined && amount !== undefined) return spliced(text, [figure], timesShare(amount, share));
  return spliced(text, there, found.token === undefined ? said : `${share}% of ${String(found.token)}`);
}

const amountOf = (item: Item | undefined): string | undefined =>
  readingOf(item, "number") ?? readingOf(item, "dollars");

/** A figure, a token, a chain or a venue by itself, which no word says what it is of. */
function byKindOnly(of: Text, own: readonly Item[], text: string): string | undefined {
  const bare = own.filter((item) => !saysNothing(item) && !isShare(item));
  return bare.length === 1 ? byKind(of, bare, text)[0] : undefined;
}

const isLink = (item: Item): boolean => LINKS.has(readingOf(item, "word") ?? "");
const saysNothing = (item: Item): boolean => isFiller(item) || isLink(item);
const LINKS: ReadonlySet<string> = new Set("to for on at in into with via by of from and only it".split(" "));

/**
 * Each item of the part in the place of one of its kind: as many as there are in their order, of more the one that it is nearest to. None where one of them has
 * no place.
 */
function byKind(of: Text, part: readonly Item[], said: string): string[] {
  if (isOfOther(of, part)) return [];
  const places = new Map<Item, string>();
  const placed = new Set<Item>();
  for (const [fits, kind] of KINDS) {
    const fresh = part.filter((item) => kind(item) !== undefined && !placed.has(item));
    const old = of.items.filter((item) => fits(item) !== undefined && !places.has(item));
    if (fresh.length === 0 || old.length < fresh.length) continue;
    const isPercent = fresh.some((item) => readingOf(item, "number") !== undefined) && old.some(isShare);
    if (isPercent && of.items.some((item) => readingOf(item, "coin") !== undefined)) continue;
    for (const [at, item] of fresh.entries()) {
      const place = fresh.length === old.length ? old[at] : nearest(item, old);
      if (place === undefined) continue;
      const value = said.slice(item.start, item.end);
      places.set(place, isPercent ? `${value}%` : numbered(place, value));
      placed.add(item);
    }
  }
  if (places.size === 0 || part.some((item) => !placed.has(item) && !saysNothing(item))) return [];
  let { text } = of;
  for (const [place, value] of [...places].toSorted(([one], [other]) => other.start - one.start))
    text = spliced(text, [place], value);
  return [text];
}

/** "For 3000 usdc" of a command that has another figure, and USDC without one: the figure is the dollar's, not in that one's place. */
function isOfOther({ items }: Text, part: readonly Item[]): boolean {
  const coins = part.flatMap((item) => readingOf(item, "coin") ?? []);
  if (coins.length === 0 || !part.some((item) => amountOf(item) !== undefined)) return false;
  return items.some(
    (item, at) => coins.includes(readingOf(item, "coin") ?? "") && amountOf(items[at - 1]) === undefined,
  );
}

/** The number of an order keeps its noun. */
const numbered = (place: Item, value: string): string =>
  orderOf(place) === undefined || /[a-z#]/i.test(value)
    ? value
    : `${readingOf(place, "trigger") ? "trigger" : "order"} ${value}`;

/** Of several figures the one whose size is most like it; of several tokens one that is no dollar. */
function nearest(item: Item, old: readonly Item[]): Item | undefined {
  const value = Number(readingOf(item, "number") ?? readingOf(item, "dollars"));
  const distance = (other: Item): number => {
    const coin = readingOf(other, "coin");
    if (coin !== undefined) return DOLLARS.has(coin) === DOLLARS.has(readingOf(item, "coin") ?? "") ? 0 : 1;
    // A size to compare by, no amount: nothing is reckoned with it.
    return Math.abs(Math.log(value / Number(readingOf(other, "number") ?? readingOf(other, "dollars"))));
  };
  return old.toSorted((one, other) => distance(one) - distance(other))[0];
}

const textOf = (text: string, items: readonly Item[]): string => text.slice(items[0]?.start, items.at(-1)?.end);

function spliced(text: string, items: readonly Item[], value: string): string {
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  return text.slice(0, start) + value + text.slice(end);
}
