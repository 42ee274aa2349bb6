import type { Address } from "viem";
import { knownChain } from "../chain-of.ts";
import { rescale } from "../lib/rescale.ts";

/** In the order in which they are told. */
const SYMBOLS = ["USDC", "USDT", "WETH", "WBTC"] as const;
export type BridgeSymbol = (typeof SYMBOLS)[number];
export type BridgeToken = { symbol: BridgeSymbol; address: Address; decimals: number };

/** The adapter's own list, one of a kind for the same on another chain. */
export const bridgeTokens = {
  on: (chainId: number): readonly BridgeToken[] => {
    const tokens = knownChain(chainId)?.tokens.filter(({ bridged }) => bridged) ?? [];
    return SYMBOLS.flatMap((symbol) => {
      const token = tokens.find((one) => one.symbol === symbol);
      return token === undefined || token.decimals === null
        ? []
        : // Safe: lower case takes nothing from an address.
          [{ symbol, address: token.address.toLowerCase() as Address, decimals: token.decimals }];
    });
  },
  /** By its symbol in any case. */
  named: (chainId: number, symbol: string): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.symbol === symbol.toUpperCase()),
  at: (chainId: number, address: Address): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.address === address),
  /** In base units of the same token on another chain: a stablecoin has 18 decimals on BNB Chain. Rounded down. */
  rescale: (amountBase: bigint, from: Pick<BridgeToken, "decimals">, to: Pick<BridgeToken, "decimals">): bigint =>
    rescale(amountBase, from.decimals, to.decimals),
};
