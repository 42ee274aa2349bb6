import type { Item } from "../reader/item.ts";
import { readingOf } from "../reader/reading-of.ts";
import { featuresOfItem } from "./features-of-message.ts";
import { type LinearModel, probabilitiesOf } from "./linear-model.ts";

/** What a token of a trade is of it. */
export type Role = "sold" | "bought" | "none";
/**
 * What a figure of a trade is of it: so much in, so much out, a slice, how many, a price, a pace,
 * the time over all.
 */
export type Part = "in" | "out" | "size" | "count" | "price" | "every" | "over" | "none";
/**
 * A trade as its items were told apart, tokens in lower case. `certainty`: its share of all that
 * they could be.
 */
export type Parts = {
  sold: string | undefined;
  bought: string | undefined;
  figures: ReadonlyMap<Exclude<Part, "none">, Item>;
  certainty: number;
};

/** What each kind of item may be. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  ...{ c: ["sold", "bought", "none"], c$: ["sold", "bought", "none"] },
  ...{
    n: ["in", "out", "size", "count", "price", "none"],
    n$: ["in", "out", "size", "price", "none"],
  },
  ...{
    "%": ["in", "none"],
    nx: ["count", "none"],
    min: ["every", "over", "none"],
    every: ["every", "none"],
  },
};

/** Undefined for a word, whatever it is called. */
export const partsOfKind = (kind: string): readonly string[] | undefined =>
  Object.hasOwn(PARTS, kind) ? PARTS[kind] : undefined;

/** An amount right before the token of the other side is hardly that amount. */
const ASTRAY = Math.log(0.02);
/** Readings of the figures, and of the tokens, that are followed. */
const MOST = 24;

type Way<T> = { score: number; value: T };
type Figures = ReadonlyMap<Exclude<Part, "none">, number>;

/**
 * The likeliest way to tell the items of a trade apart, where each part is taken by one item at
 * most; undefined where no token is named. Pure.
 */
export function partsOf(
  model: LinearModel,
  { items, kinds, tool }: { items: readonly Item[]; kinds: readonly string[]; tool: string },
): Parts | undefined {
  const chances = items.map((_, at) => {
    const open = partsOfKind(kinds[at] ?? "");
    return open === undefined
      ? undefined
      : probabilitiesOf(model, featuresOfItem({ items, kinds, tool }, at), (part) =>
          open.includes(part),
        );
  });
  const logOf = (at: number, part: string) => Math.log(Math.max(chances[at]?.get(part) ?? 0, 1e-6));
  const coins = [...new Set(items.flatMap((item) => readingOf(item, "coin") ?? []))];
  if (coins.length === 0 || coins.length > 4) return undefined;
  const pairs = best(
    [undefined, ...coins].flatMap((sold) =>
      [undefined, ...coins].flatMap(
        (bought): Way<readonly [string | undefined, string | undefined]>[] => {
          if (sold === bought) return [];
          const roleOf = (coin: string): Role =>
            coin === sold ? "sold" : coin === bought ? "bought" : "none";
          const score = coins.reduce(
            (sum, coin) => sum + meanOf(items, coin, (at) => logOf(at, roleOf(coin))),
            0,
          );
          return [{ score, value: [sold, bought] }];
        },
      ),
    ),
  );
  let figures: Way<Figures>[] = [{ score: 0, value: new Map() }];
  for (const [at, kind] of kinds.entries()) {
    const open = kind === "c" || kind === "c$" ? undefined : partsOfKind(kind);
    if (open === undefined) continue;
    figures = best(
      figures.flatMap(({ score, value }) =>
        open.flatMap((name): Way<Figures>[] => {
          const part = name as Part;
          if (part === "none") return [{ score: score + logOf(at, part), value }];
          const isTaken = value.has(part) || (isAmount(part) && [...value.keys()].some(isAmount));
          return isTaken
            ? []
            : [{ score: score + logOf(at, part), value: new Map([...value, [part, at]]) }];
        }),
      ),
    );
  }
  const ways = best(
    pairs.flatMap((pair) =>
      figures.map(({ score, value }) => {
        const [sold, bought] = pair.value;
        const beside = (part: "in" | "out", own: string | undefined) => {
          const at = value.get(part);
          const next = at === undefined ? undefined : readingOf(items[at + 1], "coin");
          return next !== undefined && next !== own ? ASTRAY : 0;
        };
        return {
          score: pair.score + score + beside("in", sold) + beside("out", bought),
          value: { sold, bought, figures: value },
        };
      }),
    ),
  );
  const [first] = ways;
  if (first === undefined) return undefined;
  const all = ways.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0);
  const itemOf = (at: number): Item => items[at] ?? { readings: [], start: 0, end: 0 };
  return {
    sold: first.value.sold,
    bought: first.value.bought,
    figures: new Map([...first.value.figures].map(([part, at]) => [part, itemOf(at)])),
    certainty: 1 / all,
  };
}

const isAmount = (part: string): boolean => part === "in" || part === "out";

const best = <T>(ways: readonly Way<T>[]): Way<T>[] =>
  [...ways].sort((one, other) => other.score - one.score).slice(0, MOST);

/** Over all mentions of a token. */
function meanOf(items: readonly Item[], coin: string, scoreAt: (at: number) => number): number {
  const places = items.flatMap((item, at) => (readingOf(item, "coin") === coin ? [at] : []));
  return places.reduce((sum, at) => sum + scoreAt(at), 0) / places.length;
}
