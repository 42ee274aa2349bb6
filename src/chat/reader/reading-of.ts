import type { Item, Reading } from "./item.ts";

type Value<K extends Reading["is"]> = Extract<Reading, { is: K }>["value"];

/** What an item is in one of its readings; undefined where it has none of that kind. */
export function readingOf<K extends Reading["is"]>(item: Item | undefined, kind: K): Value<K> | undefined {
  // Safe: the kind was compared.
  return item?.readings.find(({ is }) => is === kind)?.value as Value<K> | undefined;
}
