import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import table from "./addresses.data.json" with { type: "json" };
import { deepMark } from "./deep-mark.ts";

/**
 * A token that may be named by its symbol. Without `decimals` they are read on chain. `symbol` is spelled for display. `deep`: its market
 * is too large for one stranger to set its price, so the agent wallet may buy it without its operator naming it.
 */
export type TableToken = { symbol: string; address: Address; decimals?: number; deep?: true };

/**
 * The tokens that callers may name on a chain. Addresses: docs/facts/vault-contracts.md 12, and for cbBTC
 * test/support/onchain-vectors.data.json. There are no look-ups elsewhere on purpose: any deployer can
 * choose any symbol, which is how look-alike tokens are bought (docs/facts/venues.md 7).
 */
export const tokenTable = (chainId: ChainId): readonly TableToken[] =>
  [...Object.entries(table.tokens[chainId]), ...(ADDED[chainId] ?? [])].map(([name, address]) => {
    const symbol = RENAMED[name] ?? name;
    const decimals = decimalsOf(chainId, symbol);
    return { symbol, address: lower(address), ...(decimals !== undefined && { decimals }), ...deepMark(symbol) };
  });

/** Spellings in the data file that carry a remark. */
const RENAMED: Record<string, string> = { "WBTC(bridge list)": "WBTC" };

const ADDED: Partial<Record<ChainId, readonly (readonly [string, string])[]>> = {
  8453: [["cbBTC", "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf"]],
};

/** Only what the facts state (docs/facts/venues.md 5, test/support/onchain-vectors.data.json); the rest is read on chain. */
const DECIMALS: Record<string, number> = {
  USDC: 6,
  "USDC.E": 6,
  USDbC: 6,
  USDT: 6,
  XAUT: 6,
  WBTC: 8,
  cbBTC: 8,
  DAI: 18,
  GRG: 18,
};
/** Stablecoins on BNB Chain have 18 decimals; SOL on Arbitrum has 9. Wrapped coins have their coin's 18. */
const DECIMALS_BY_CHAIN: Partial<Record<ChainId, Record<string, number>>> = {
  1: { WETH: 18 },
  10: { WETH: 18 },
  56: { USDC: 18, USDT: 18, BUSD: 18, DAI: 18, WBNB: 18 },
  130: { WETH: 18 },
  137: { WPOL: 18 },
  999: { WHYPE: 18 },
  8453: { WETH: 18 },
  42161: { WETH: 18, SOL: 9 },
};

const decimalsOf = (chainId: ChainId, symbol: string): number | undefined =>
  DECIMALS_BY_CHAIN[chainId]?.[symbol] ?? DECIMALS[symbol];

// Safe: every entry of the data file is an address, which test/unit/chain/addresses.test.ts checks.
const lower = (address: string): Address => address.toLowerCase() as Address;
