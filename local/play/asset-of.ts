import type { Asset, ChainView } from "./watch-chain.ts";

/** @throws Error when the stack has no such token */
export function assetOf({ assets }: Pick<ChainView, "assets">, symbol: string): Asset {
  const found = assets.find((candidate) => candidate.symbol === symbol);
  if (found === undefined) throw new Error(`the stack has no ${symbol}`);
  return found;
}
