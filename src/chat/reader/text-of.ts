import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";

/** A word, a mark, or digits that stand for a word ("2" for to). */
export const textOf = (item: Item | undefined): string =>
  readingOf(item, "word") ?? readingOf(item, "mark") ?? readingOf(item, "number") ?? "";
