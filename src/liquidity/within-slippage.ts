import { WHOLE_BPS } from "../lib/whole-bps.ts";
import type { PairAmounts } from "./position-amounts.ts";

/** The bounds that slippage leaves around amounts. A side that is 0 stays 0: a range that does not take a token must not begin to. */
export const withinSlippage = {
  /** Least that must come out, rounded down. */
  least: (amounts: PairAmounts, slippageBps: number): PairAmounts =>
    each(amounts, (amount) => (amount * (WHOLE_BPS - BigInt(slippageBps))) / WHOLE_BPS),
  /** Most that may go in, rounded up. */
  most: (amounts: PairAmounts, slippageBps: number): PairAmounts =>
    each(amounts, (amount) => (amount * (WHOLE_BPS + BigInt(slippageBps)) + WHOLE_BPS - 1n) / WHOLE_BPS),
};

const each = ({ amount0Base, amount1Base }: PairAmounts, change: (amount: bigint) => bigint): PairAmounts => ({
  amount0Base: change(amount0Base),
  amount1Base: change(amount1Base),
});
