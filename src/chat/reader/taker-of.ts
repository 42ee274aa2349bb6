import type { Item } from "./item.ts";
import type { Found } from "./slots.ts";
import { SLOTS, type SlotKind } from "./slots.ts";
import { textOf } from "./text-of.ts";

/**
 * What one word or place of a pattern takes of an item; "{venue:venues+}" adds to a list,
 * "{same:token}" is the word that was found as the token.
 */
export function takerOf(token: string): (item: Item, found: Found) => Found | undefined {
  if (!token.startsWith("{")) {
    const words = token.split("|");
    return (item, found) => (words.includes(textOf(item)) ? found : undefined);
  }
  const [kind = "", name = kind] = token.slice(1, -1).split(":");
  if (kind === "same")
    return (item, found) =>
      textOf(item) === String(found[name]).toLowerCase() ? found : undefined;
  const slot = SLOTS[kind as SlotKind];
  const list = name.endsWith("+") ? name.slice(0, -1) : undefined;
  return (item, found) => {
    const value = slot(item);
    if (value === undefined) return undefined;
    if (list === undefined) return { ...found, [name]: value };
    return { ...found, [list]: [...((found[list] as unknown[] | undefined) ?? []), value] };
  };
}
