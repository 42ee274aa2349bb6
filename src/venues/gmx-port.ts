import type { Address } from "viem";
import type { Verdict } from "../lib/verdict.ts";

/** Addresses in lower case. `name` is GMX's, for display ("ETH/USD [WETH-USDC]"). */
export type GmxListedMarket = {
  market: Address;
  indexToken: Address;
  longToken: Address;
  shortToken: Address;
  name: string;
  isListed: boolean;
};

/** Dollars with 30 decimals for one base unit. */
export type GmxTicker = { min: bigint; max: bigint; updatedAtMs: number };

export type GmxSnapshot = {
  markets: readonly GmxListedMarket[];
  tokens: ReadonlyMap<Address, { symbol: string; decimals: number }>;
  tickers: ReadonlyMap<Address, GmxTicker>;
};

export type GmxVenue = { snapshot(): Promise<Verdict<GmxSnapshot>> };
