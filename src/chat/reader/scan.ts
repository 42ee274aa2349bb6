import { isFiller } from "./is-filler.ts";
import type { Item } from "./item.ts";
import { pattern } from "./pattern.ts";
import type { Found } from "./slots.ts";
import type { Clause } from "./trade-words.ts";

/** A clause where it stands. */
export type Said = { clause: Clause; found: Found; from: number; to: number };

/**
 * The clauses of a message from its beginning to its end: at each item the longest that begins there. Items of none are left over, unless they are fillers.
 * Each item is begun from once, and a clause looks at a fixed number of them.
 */
export function scan(items: readonly Item[], clauses: readonly Clause[]): { said: Said[]; left: Item[] } {
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

function longestAt(items: readonly Item[], at: number, clauses: readonly Clause[]): Said | undefined {
  let best: Said | undefined;
  for (const clause of clauses) {
    const made = pattern(clause[0]);
    const item = items[at];
    const match = item !== undefined && made.beginsWith(item) ? made.match(items, at) : undefined;
    // A filler begins nothing but a clause that names it.
    if (match !== undefined && match.end > at && match.end > (best?.to ?? at))
      best = { clause, found: { ...match.found, ...clause[1] }, from: at, to: match.end };
  }
  return best;
}
