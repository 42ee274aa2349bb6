import { notionalBase } from "./notional-base.ts";

type Resting = { limitPriceE8: bigint; leftE8: bigint; reduceOnly: boolean };

/** Each rounded up, in USDC with 6 decimals. */
export const restingBase = (orders: readonly Resting[]): bigint =>
  orders
    .filter(({ reduceOnly }) => !reduceOnly)
    .reduce((sum, { limitPriceE8, leftE8 }) => sum + notionalBase(limitPriceE8, leftE8) + 1n, 0n);
