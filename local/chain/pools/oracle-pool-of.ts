import type { ChainHandle, V4Pool } from "../chain-handle.ts";
import type { oracleTicks } from "./oracle-ticks.ts";

/** The oracle's own pool of a token. */
export function oraclePoolOf(handle: ChainHandle, symbol: keyof typeof oracleTicks): V4Pool {
  const pool = handle.pools.v4[`oracle_ETH_${symbol}`];
  if (pool === undefined) throw new Error(`the oracle has no pool of ${symbol}`);
  return pool;
}
