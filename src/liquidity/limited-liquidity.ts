import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import type { LimitedCall } from "../kinds/limited-call.ts";

/** What it adds at most. A position turns one of its tokens into the other as the price moves. */
export function limitedLiquidity(call: LiquidityCall): LimitedCall | null {
  if (call.kind !== "lpMint" && call.kind !== "lpIncrease") return null;
  const { currency0, currency1 } = call.kind === "lpMint" ? call.pool : call;
  return {
    venue: "uniswap",
    gives: [
      { token: currency0, amountBase: call.amount0MaxBase },
      { token: currency1, amountBase: call.amount1MaxBase },
    ],
    buys: [currency0, currency1],
  };
}
