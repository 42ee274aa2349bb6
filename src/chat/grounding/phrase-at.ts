import type { WordItem } from "./word-item.ts";

/** How many items from `at` on are these words, one behind the other, with nothing between them but what is in `between`; 0: they are not. */
export function phraseAt(
  items: readonly WordItem[],
  from: number,
  phrase: readonly string[],
  between: readonly string[] = [],
): number {
  let at = from;
  for (const [nth, word] of phrase.entries()) {
    while (nth > 0 && between.includes(wordAt(items, at))) at += 1;
    if (wordAt(items, at) !== word) return 0;
    at += 1;
  }
  return at - from;
}

function wordAt(items: readonly WordItem[], at: number): string {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
}
