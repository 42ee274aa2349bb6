import { parseChain } from "../../chain/parse-chain.ts";
import type { SpokenClaim } from "./spoken-claim.ts";
import type { WordItem } from "./word-item.ts";

/** Behind these stands a chain or a pair, never a token alone: some chains are named as their coins are. */
const PLACES = ["to", "into", "onto", "on", "from", "via", "over", "across"];

/**
 * What stands behind a word of place: "on ETH" is the chain, also where a token ETH is spoken of, "on the ETH/USDC pool" a pair and no
 * chain, also where a call names one. A token's name before "chain" or "network" is a chain wherever it stands.
 */
export function placeAt(
  items: readonly WordItem[],
  at: number,
  claims: readonly SpokenClaim[],
): "chain" | "pair" | undefined {
  const isToken = (index: number) => claims.some((one) => one.reason === "token" && one.take(items, index) > 0);
  const isChain = (index: number) => parseChain(textAt(items, index)).ok;
  if (isChain(at) && ["chain", "network"].includes(textAt(items, at + 1))) return "chain";
  if (!PLACES.includes(textAt(items, at))) return undefined;
  const name = textAt(items, at + 1) === "the" ? at + 2 : at + 1;
  const second = textAt(items, name + 1) === "and" ? name + 2 : name + 1;
  if (isToken(name) && isToken(second)) return "pair";
  // "from the ETH long": a market, and no chain.
  if (isToken(name) && ["long", "short", "perp"].includes(textAt(items, name + 1))) return undefined;
  return isChain(name) ? "chain" : undefined;
}

const textAt = (items: readonly WordItem[], at: number): string => {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
};
