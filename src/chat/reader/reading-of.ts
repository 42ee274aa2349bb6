import type { Item, Reading } from "./item.ts";

type Value<K extends Reading["is"]> = Extract<Reading, { is: K }>["value"];

/** What an item is in one of its readings; undefined where it has none of that kind. */
export function readingOf<K extends Reading["is"]>(
  item: Item | undefined,
  kind: K,
): Value<K> | undefined {
  for (const reading of item?.readings ?? []) {
    // Safe: the kind was compared.
    if (reading.is === kind) return reading.value as Value<K> | undefined;
  }
  return undefined;
}
