import type { OwnItem } from "./own-items.ts";

/** What people call a token beside its symbol. Only the coin itself and what has no second token of that name. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  ETH: [
    "ether",
    "ethereum",
    "eths",
    "éther",
    "эфир",
    "эфира",
    "эфиру",
    "эфириум",
    "以太坊",
    "以太币",
    "イーサリアム",
    "イーサ",
    "이더리움",
    "이더",
  ],
  WBTC: ["btc", "bitcoin", "биткоин", "биткоина", "比特币", "ビットコイン", "비트코인"],
};

/** Whether an item of a message names this token: its address, its symbol in any case, or what it is commonly called. */
export function namesToken(item: OwnItem | undefined, token: string): boolean {
  if (item === undefined || item.kind === "figure" || item.kind === "mark") return false;
  const wanted = token.toLowerCase();
  return item.text === wanted || (item.kind === "word" && (COMMON[token.toUpperCase()] ?? []).includes(item.text));
}
