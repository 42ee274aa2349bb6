import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";

/** "From daily", "instead of 60 minutes": as it was. */
export function isOld(item: Item, items: readonly Item[]): boolean {
  const at = items.indexOf(item);
  const before = readingOf(items[at - 1], "word");
  const isInstead = before === "of" && readingOf(items[at - 2], "word") === "instead";
  return readingOf(item, "word") === undefined && (before === "from" || isInstead);
}
