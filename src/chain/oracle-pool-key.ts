import type { Address } from "viem";

/** One per token against the native coin: docs/facts/oracle.md. */
const NATIVE: Address = "0x0000000000000000000000000000000000000000";
const FEE = 0;
const TICK_SPACING = 32_767;

/** Its ticks are the oracle's price of `token`. `oracle` is the hook. */
export const oraclePoolKey = (oracle: Address, token: Address) => ({
  currency0: NATIVE,
  currency1: token,
  fee: FEE,
  tickSpacing: TICK_SPACING,
  hooks: oracle,
});
