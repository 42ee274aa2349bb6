import type { Address } from "viem";

/**
 * A Uniswap v4 pool, as contracts name it. `currency0` is the lower address; the zero address is
 * the native coin.
 */
export type PoolKey = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
};
