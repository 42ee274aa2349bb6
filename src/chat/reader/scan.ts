import { isFiller } from "./is-filler.ts";
import type { Item } from "./item.ts";
import { type Pattern, pattern } from "./pattern.ts";
import type { Found } from "./slots.ts";
import { textOf } from "./text-of.ts";
import type { Clause } from "./trade-words.ts";

/** A clause where it stands. */
export type Said = { clause: Clause; found: Found; from: number; to: number };

/**
 * The clauses of a message from its beginning to its end: at each item the longest that begins
 * there. Items of none are left over, unless they are fillers. Each item is begun from once, and a
 * clause looks at a fixed number of them.
 */
export function scan(
  items: readonly Item[],
  clauses: readonly Clause[],
): { said: Said[]; left: Item[] } {
  const said: Said[] = [];
  const left: Item[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    const best = item === undefined ? undefined : longestAt(items, at, clauses);
    if (best !== undefined) said.push(best);
    else if (item !== undefined && !isFiller(item)) left.push(item);
    at = best?.to ?? at + 1;
  }
  return { said, left };
}

function longestAt(
  items: readonly Item[],
  at: number,
  clauses: readonly Clause[],
): Said | undefined {
  const item = items[at];
  if (item === undefined) return undefined;
  let best: Said | undefined;
  for (const { clause, made } of begunBy(item, clauses)) {
    const match = made.match(items, at);
    // A filler begins nothing but a clause that names it.
    if (match !== undefined && match.end > at && match.end > (best?.to ?? at))
      best = { clause, found: { ...match.found, ...clause[1] }, from: at, to: match.end };
  }
  return best;
}

type Made = { clause: Clause; made: Pattern };
type Index = { byWord: Map<string, readonly Made[]>; open: readonly Made[]; all: readonly Made[] };
const INDEXES = new WeakMap<readonly Clause[], Index>();

/**
 * The clauses that may begin with an item, in their order: of a list the words are looked up once.
 */
function begunBy(item: Item, clauses: readonly Clause[]): readonly Made[] {
  let index = INDEXES.get(clauses);
  if (index === undefined) {
    const all = clauses.map((clause) => ({ clause, made: pattern(clause[0]) }));
    index = { byWord: new Map(), open: all.filter(({ made }) => made.isOpen), all };
    INDEXES.set(clauses, index);
  }
  const key = `${isFiller(item) ? "-" : "+"}${textOf(item)}`;
  const known = index.byWord.get(key);
  if (known !== undefined) return known;
  const begun = index.all.filter(({ made }) => made.beginsWith(item));
  // Any word may come: only those that begin a clause by themselves are kept.
  if (index.all.some(({ made }) => made.words.has(textOf(item)))) index.byWord.set(key, begun);
  return begun.length === index.open.length ? index.open : begun;
}
