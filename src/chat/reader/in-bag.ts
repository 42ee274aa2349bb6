import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";
import type { Found } from "./slots.ts";
import { takerOf } from "./taker-of.ts";

/** What a bag of words found, and which items it took. */
export type BagMatch = { taken: ReadonlySet<Item>; found: Found };

/**
 * The words and places of a pattern anywhere in a message, in any order, each in an item of its own; undefined where one is missing. What is in square
 * brackets may be. An order's number is one that is called so, before any other number.
 */
export function inBag(text: string, items: readonly Item[]): BagMatch | undefined {
  const taken = new Set<Item>();
  let found: Found = {};
  for (const token of text.split(" ")) {
    const isOptional = token.startsWith("[");
    const bare = isOptional ? token.slice(1, -1) : token;
    const free = items.filter((item) => !taken.has(item));
    const numbered = bare.startsWith("{order") ? free.filter((item) => readingOf(item, "order") !== undefined) : [];
    const take = takerOf(bare);
    const item = [...numbered, ...free].find((one) => take(one, found) !== undefined);
    if (item !== undefined) {
      taken.add(item);
      found = take(item, found) ?? found;
    } else if (!isOptional) return undefined;
  }
  return { taken, found };
}
