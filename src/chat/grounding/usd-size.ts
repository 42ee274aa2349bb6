import { plainFigure } from "./plain-figure.ts";
import type { WordItem } from "./word-item.ts";

const DOLLARS = ["usd", "dollar", "dollars"];
const SIZE = ["size", "notional"];
/** Before dollars they say what is paid, a price or a bound, and no size. */
const OTHER = ["with", "using", "at", "to", "from", "for"];
const OWN = ["of", "worth", "my", "the", "our"];

/**
 * A size in dollars: "$500 of ETH", "$500 worth of ETH", "500 usd ETH long", "size $500", "by $500". Never "with $500", which is collateral, "to $500",
 * which is what it comes to, nor "ETH $500" and "for $500", which are anything. Without a coin it is a size that is set: "size to $500", never "by".
 */
export function usdSize(value: string, coin?: string): (items: readonly WordItem[], from: number) => number {
  const wanted = plainFigure(value);
  return (items, from) => {
    const isNamed = SIZE.includes(wordAt(items, from)) && wordAt(items, from - 1) !== "from";
    const isSet = coin === undefined;
    const isBy = !isSet && wordAt(items, from) === "by";
    let at = isNamed || isBy ? from + 1 : from;
    if (isNamed && ["of", isSet ? "to" : "by"].includes(wordAt(items, at))) at += 1;
    const figure = items[at];
    if (wanted === undefined || figure?.kind !== "number" || figure.value !== wanted) return 0;
    if (!DOLLARS.includes(wordAt(items, at + 1))) return 0;
    const end = at + 2;
    const isSize = SIZE.includes(wordAt(items, end));
    if (isSize && !isNamed) return wordAt(items, from - 1) === "to" ? 0 : end + 1 - from;
    if (isNamed || isBy) return end - from;
    if (isSet || OTHER.includes(wordAt(items, from - 1))) return 0;
    const isWorth = wordAt(items, end) === "worth";
    let next = end;
    while (OWN.includes(wordAt(items, next))) next += 1;
    const item = items[next];
    const isCoin = item?.kind === "address" ? item.text === coin : wordAt(items, next) === coin.toLowerCase();
    return isCoin ? end + (isWorth ? 1 : 0) - from : 0;
  };
}

function wordAt(items: readonly WordItem[], at: number): string {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
}
