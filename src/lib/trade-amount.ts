import { allow, refuse, type Verdict } from "./verdict.ts";

/** Pools count in int256 (Uniswap v4-core, IPoolManager.sol: amountSpecified). */
const MAX_INT256 = (1n << 255n) - 1n;

/** Refuses with invalid_request. */
export function tradeAmount(amountBase: bigint): Verdict<bigint> {
  return amountBase > 0n && amountBase <= MAX_INT256
    ? allow(amountBase)
    : refuse("invalid_request", "The amount must be more than 0 and fit a token amount.");
}
