import type { Address } from "viem";
import { rescale } from "../lib/rescale.ts";
import table from "./bridge-tokens.data.json" with { type: "json" };

export type BridgeSymbol = "USDC" | "USDT" | "WETH" | "WBTC";
export type BridgeToken = { symbol: BridgeSymbol; address: Address; decimals: number };

const { _note, ...chains } = table;
const LISTS: Readonly<Record<string, readonly BridgeToken[]>> = Object.fromEntries(
  Object.entries(chains).map(([chainId, tokens]) => [
    chainId,
    Object.entries(tokens).map(([symbol, token]) => asToken(symbol, token)),
  ]),
);

/** The tokens that vaults may bridge: the adapter's own list, one of a kind for the same on another chain. */
export const bridgeTokens = {
  on: (chainId: number): readonly BridgeToken[] => LISTS[chainId] ?? [],
  /** By its symbol in any case. */
  named: (chainId: number, symbol: string): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.symbol === symbol.toUpperCase()),
  at: (chainId: number, address: Address): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.address === address),
  /** An amount of one chain's token in base units of the same on another: a stablecoin has 18 decimals on BNB Chain. Rounded down. */
  rescale: (amountBase: bigint, from: Pick<BridgeToken, "decimals">, to: Pick<BridgeToken, "decimals">): bigint =>
    rescale(amountBase, from.decimals, to.decimals),
};

// Safe: the data file holds these four symbols and addresses in lower case, which its test compares with the token table.
function asToken(symbol: string, { address, decimals }: { address: string; decimals: number }): BridgeToken {
  return { symbol: symbol as BridgeSymbol, address: address as Address, decimals };
}
