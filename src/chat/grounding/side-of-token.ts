import type { TradeSide, TradeTokens } from "./trade-reading.ts";
import type { WordItem } from "./word-item.ts";

/** Which of the two tokens an item names: a symbol as a whole word in any case, an address exactly as it is written. */
export function sideOfToken(item: WordItem | undefined, tokens: TradeTokens): TradeSide | undefined {
  if (item?.kind !== "word" && item?.kind !== "address") return undefined;
  const names = (token: string) => (item.kind === "address" ? item.text === token : item.text === token.toLowerCase());
  return names(tokens.in) ? "in" : names(tokens.out) ? "out" : undefined;
}
