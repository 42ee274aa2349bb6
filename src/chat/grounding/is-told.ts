import type { WordItem } from "./word-item.ts";

/** "we sell 1 ETH" tells of something, "the sell of 1 ETH" names it: neither orders it. */
const BEFORE = ["i", "we", "my", "our", "the", "a", "an", "of"];

/** Whether the verb at `at` is told or named, and not ordered. */
export function isTold(items: readonly WordItem[], at: number): boolean {
  const before = items[at - 1];
  return before?.kind === "word" && BEFORE.includes(before.text);
}
