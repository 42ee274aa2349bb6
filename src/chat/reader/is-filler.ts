import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";

/**
 * Words that change nothing, wherever they stand. "To", "for", "at" and the like are none: they say
 * what a figure is.
 */
const FILLERS: ReadonlySet<string> = new Set(
  `please pls plz kindly hi hello hey gm ok okay yo thanks thx ty thank sextant now right asap immediately rn me you us the a an my our own this just want wanna need like
  i am can could would go ahead lets let here bro mate man dude fam sir buddy also really quick quickly some of it is that do make so exactly market
  equal equally , . ! : ; ( ) [ ] { } = - _`.split(/\s+/),
);

/** Whether an item says nothing by itself. */
export function isFiller(item: Item | undefined): boolean {
  const word =
    item === undefined ? undefined : (readingOf(item, "word") ?? readingOf(item, "mark"));
  return word !== undefined && FILLERS.has(word);
}
