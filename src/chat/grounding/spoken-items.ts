import { splitItems } from "./split-items.ts";
import type { WordItem } from "./word-item.ts";

/**
 * A message about more than a trade as items: percentages, ranges and pairs are written out before it is split, "$500" is 500 usd, and "2k" is 2000.
 * @example spokenItems("ETH/USDC 0.05%, +-10%") // eth, usdc, 0.05, percent, break, plusminus, 10, percent
 */
export function spokenItems(text: string): WordItem[] | { unreadable: string } {
  const items = splitItems(
    text
      .replace(/@\s*(?=[\p{Nd}$])/gu, " at ")
      .replace(/(?<![\p{L}\p{Nd}])\$(\p{Nd}+(?:[.,]\p{Nd}+)*k?)(?![.,]?[\p{L}\p{Nd}])/giu, "$1 usd")
      .replace(/(?:±|\+\/?-|\bplus or minus\b)\s*(?=[\p{Nd}.])/giu, " plusminus ")
      .replace(/([\p{Nd}])\s*%/gu, "$1 percent ")
      .replace(/([\p{Nd}])\s*[-–]\s*(?=[\p{Nd}])/gu, "$1 to ")
      .replace(/([A-Za-z])[/-](?=[A-Za-z])/g, "$1 ")
      .replace(/\bwith\s+out\b/gi, "without"),
    { withKeys: true },
  );
  if ("unreadable" in items) return items;
  return items.flatMap((item, at): WordItem[] => {
    const [before, after] = [items[at - 1], items[at + 1]];
    if (item.kind === "word" && item.text === "k" && before?.kind === "number") return [];
    const isThousands = item.kind === "number" && after?.kind === "word" && after.text === "k";
    return [isThousands ? { kind: "number", value: thousands(item.value) } : item];
  });
}

/** A thousand times a decimal as readNumber gives it. */
function thousands(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  const rest = fraction.slice(3);
  const moved = `${whole}${fraction.padEnd(3, "0").slice(0, 3)}`.replace(/^0+(?=[0-9])/, "");
  return rest === "" ? moved : `${moved}.${rest}`;
}
