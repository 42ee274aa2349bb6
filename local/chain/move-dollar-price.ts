import { isAddressEqual, zeroAddress } from "viem";
import type { ChainHandle } from "./chain-handle.ts";
import { movePoolPrice } from "./move-pool-price.ts";
import { setOraclePrice } from "./set-oracle-price.ts";

const DOLLARS = ["USDC", "USDT", "DAI"] as const;

/**
 * Moves what ETH is worth in dollars, at every market of the chain and in the oracle's own pools at
 * once: 9300 is 93% of the start price, 10000 restores it. What vaults go by is the oracle's mean,
 * which follows over 300 s.
 */
export async function moveDollarPrice(handle: ChainHandle, toPriceBps: number): Promise<void> {
  const isMarket = ({ currency0, currency1, hooks }: ChainHandle["pools"]["v4"][string]) =>
    [currency0, hooks].every((one) => isAddressEqual(one, zeroAddress)) &&
    DOLLARS.some((symbol) => isAddressEqual(currency1, handle.tokens[symbol]));
  const { v4, v3 } = handle.pools;
  const markets = Object.entries(v4).filter(([, pool]) => isMarket(pool));
  for (const pool of [...markets.map(([name]) => name), ...Object.keys(v3)])
    await movePoolPrice(handle, { pool, toPriceBps });
  for (const symbol of DOLLARS)
    await setOraclePrice(handle, { symbol, toPriceBps, backdated: false });
}
