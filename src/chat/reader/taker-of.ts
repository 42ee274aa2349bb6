import type { Item } from "./item.ts";
import type { Found } from "./slots.ts";
import { SLOTS, type SlotKind } from "./slots.ts";
import { textOf } from "./text-of.ts";

/** What one word or place of a pattern takes of an item; "{venue:venues+}" adds to a list. */
export function takerOf(token: string): (item: Item, found: Found) => Found | undefined {
  const [kind = "", name = kind] = token.startsWith("{") ? token.slice(1, -1).split(":") : [];
  const words = token.split("|");
  return (item, found) => {
    if (kind === "") return words.includes(textOf(item)) ? found : undefined;
    const value = SLOTS[kind as SlotKind](item);
    if (value === undefined) return undefined;
    if (!name.endsWith("+")) return { ...found, [name]: value };
    const list = name.slice(0, -1);
    return { ...found, [list]: [...((found[list] as unknown[] | undefined) ?? []), value] };
  };
}
