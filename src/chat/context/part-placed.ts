import { chainOf } from "../../chain-of.ts";
import { chainOfWord } from "../reader/chain-of-word.ts";
import { isFiller } from "../reader/is-filler.ts";
import type { Item } from "../reader/item.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import { SLOTS } from "../reader/slots.ts";
import { timesShare } from "./times-share.ts";

type Text = { text: string; items: readonly Item[] };
const orderOf = (item: Item) => readingOf(item, "order") ?? readingOf(item, "trigger");
const same = (kind: (item: Item) => unknown) => [kind, kind] as const;
/**
 * What stands for what: the new amount for the old one, the new chain for the old one; first of the
 * command, then of the part.
 */
const KINDS: readonly (readonly [(item: Item) => unknown, (item: Item) => unknown])[] = [
  [orderOf, (item) => orderOf(item) ?? readingOf(item, "number")],
  same((item) => amountOf(item)),
  same((item) => readingOf(item, "coin") ?? readingOf(item, "address")),
  same((item) => shareOf(item) ?? readingOf(item, "bps")),
  // "Set slippage to 2%", "1.5".
  [(item) => readingOf(item, "percent"), (item) => readingOf(item, "number")],
  same((item) => readingOf(item, "every")),
  same((item) => readingOf(item, "minutes")),
  same((item) => readingOf(item, "time")),
  same((item) => chainOfWord(readingOf(item, "word") ?? "")),
  same((item) => SLOTS.venue(item)),
];
/**
 * A command that is no trade with a part in it, in the order in which they are tried: by the kind
 * of its figures and names, as a share, or beside it.
 */
export function partPlaced(
  of: string,
  part: string,
  coins: ReadonlySet<string>,
): { replaced: string[]; all: string[] } {
  const [whole, own] = [of, part].map((text): Text => ({ text, items: lex(text, coins) })) as [
    Text,
    Text,
  ];
  const replaced = byKind(whole, own.items, part);
  return {
    replaced,
    all: [...new Set([...replaced, ...withShare(whole, own), ...added(whole, own)])],
  };
}

/** A share in the place of the amount: "half" of "bridge 400 usdc". */
function withShare(of: Text, part: Text): string[] {
  const figure = of.items.find((item) => amountOf(item) !== undefined);
  const share = ALL.test(part.text)
    ? "100"
    : part.items.map((item) => shareOf(item)).find((each) => each !== undefined);
  if (share === undefined || part.items.some((item) => amountOf(item) !== undefined)) return [];
  const amount = amountOf(figure);
  if (figure !== undefined && amount !== undefined && share !== "100")
    return [spliced(of.text, [figure], timesShare(amount, share))];
  const word = share === "100" ? "all" : `${share}%`;
  const [verb] = of.items;
  if (figure !== undefined) return [spliced(of.text, [figure], word)];
  return verb === undefined
    ? []
    : [`${of.text.slice(0, verb.end)} ${word}${of.text.slice(verb.end)}`];
}

const ALL = /^(?:all|everything|the (?:whole|lot))(?: (?:of )?(?:it|them|that|the whole|lot))*$/;
const shareOf = (item: Item): string | undefined =>
  readingOf(item, "percent") ?? readingOf(item, "fraction");

/**
 * Behind the command, before it, and between any two words of it: "300" in "stake grg"; an amount
 * and a chain each in its place.
 */
const added = (of: Text, part: Text): string[] => [
  ...bridged(of, part),
  `${of.text} ${part.text}`,
  `${part.text} ${of.text}`,
  ...(part.items.length > 3 ? [] : of.items.slice(1)).map(
    ({ start }) => `${of.text.slice(0, start)}${part.text} ${of.text.slice(start)}`,
  ),
];

/** "750 arb" in "bridge some usdc". */
function bridged({ text, items }: Text, part: Text): string[] {
  const coin = items.find((item) => readingOf(item, "coin") !== undefined);
  const [amount, goal, ...others] = part.items.filter((item) => !saysNothing(item));
  if (coin === undefined || others.length > 0 || amountOf(amount) === undefined) return [];
  const chain = chainOfWord(readingOf(goal, "word") ?? "");
  const head = text.slice(0, coin.start).replace(/\b(?:some|any|my|the) $/, "");
  return chain === undefined
    ? []
    : [
        `${head}${amountOf(amount)} ${text.slice(coin.start)} to ` +
          `${chainOf(chain).name.toLowerCase()}`,
      ];
}

const amountOf = (item: Item | undefined): string | undefined =>
  readingOf(item, "number") ?? readingOf(item, "dollars");

const saysNothing = (item: Item): boolean =>
  isFiller(item) || LINKS.has(readingOf(item, "word") ?? "");
const LINKS: ReadonlySet<string> = new Set(
  "to for on at in into with via by of from and only it then instead".split(" "),
);

/**
 * Each item of the part in the place of one of its kind: as many as there are in their order, of
 * more the one that it is nearest to. None where one of them has no place.
 */
function byKind(of: Text, part: readonly Item[], said: string): string[] {
  const places = new Map<Item, string>();
  const placed = new Set<Item>();
  for (const [fits, kind] of KINDS) {
    const fresh = part.filter((item) => kind(item) !== undefined && !placed.has(item));
    const old = of.items.filter((item) => fits(item) !== undefined && !places.has(item));
    if (fresh.length === 0 || old.length < fresh.length) continue;
    const isPercent =
      fresh.some((item) => readingOf(item, "number") !== undefined) &&
      old.some((item) => shareOf(item) !== undefined);
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

/** The number of an order keeps its noun. */
const numbered = (place: Item, value: string): string =>
  orderOf(place) === undefined || /[a-z#]/i.test(value)
    ? value
    : `${readingOf(place, "trigger") ? "trigger" : "order"} ${value}`;

/** Of several figures the one whose size is most like it. */
function nearest(item: Item, old: readonly Item[]): Item | undefined {
  const value = Number(amountOf(item));
  // A size to compare by, no amount: nothing is reckoned with it.
  const distance = (other: Item): number => Math.abs(Math.log(value / Number(amountOf(other))));
  return old.toSorted((one, other) => distance(one) - distance(other))[0];
}

function spliced(text: string, items: readonly Item[], value: string): string {
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  return text.slice(0, start) + value + text.slice(end);
}
