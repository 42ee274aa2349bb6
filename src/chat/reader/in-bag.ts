import { isOld } from "./is-old.ts";
import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";
import type { Found } from "./slots.ts";
import { takerOf } from "./taker-of.ts";

/** What a bag of words found, and which items it took. */
export type BagMatch = { taken: ReadonlySet<Item>; found: Found };

/** A bag that is put together once: its words and places, those that must be there first. */
export type Bag = readonly {
  take: ReturnType<typeof takerOf>;
  isOptional: boolean;
  isNumbered: boolean;
  isShare: boolean;
  isGoal: boolean;
  isValue: boolean;
}[];

export function bagOf(text: string): Bag {
  const tokens = text.split(" ");
  return [
    ...tokens.filter((token) => !token.startsWith("[")),
    ...tokens.filter((token) => token.startsWith("[")),
  ].map((token) => {
    const isOptional = token.startsWith("[");
    const bare = isOptional ? token.slice(1, -1) : token;
    return {
      take: takerOf(bare),
      isOptional,
      isNumbered: bare.startsWith("{order"),
      isShare: bare.startsWith("{fraction"),
      isGoal: bare.includes(":destinationChain"),
      isValue: /^\{(?:every|minutes|price|percent|bps)/.test(bare),
    };
  });
}

/**
 * The words and places of a bag anywhere in a message, in any order, each in an item of its own;
 * undefined where one is missing. What is in square brackets may be. An order's number is one that
 * is called so, before any other number.
 */
export function inBag(bag: Bag, items: readonly Item[]): BagMatch | undefined {
  const taken = new Set<Item>();
  let found: Found = {};
  for (const { take, isOptional, isNumbered, isShare, isGoal, isValue } of bag) {
    // "To 20%" is what is to be left, "from arbitrum" where it comes from.
    const isLeft = (one: Item) => {
      const before = readingOf(items[items.indexOf(one) - 1], "word");
      return (
        (isShare && before === "to") ||
        (isGoal && before === "from") ||
        (isValue && isOld(one, items))
      );
    };
    const isFit = (one: Item) => !taken.has(one) && take(one, found) !== undefined && !isLeft(one);
    const item =
      (isNumbered
        ? items.find((one) => readingOf(one, "order") !== undefined && isFit(one))
        : undefined) ?? items.find(isFit);
    if (item !== undefined) {
      taken.add(item);
      found = take(item, found) ?? found;
    } else if (!isOptional) return undefined;
  }
  return { taken, found };
}
