const ALL_BPS = 10_000n;

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint; slippageBps: number };

/** Least output (exactIn, rounded down) or most input (exactOut, rounded up). */
export function slippageLimit({ mode, amountInBase, amountOutBase, slippageBps }: Quoted): bigint {
  const slippage = BigInt(slippageBps);
  return mode === "exactIn"
    ? (amountOutBase * (ALL_BPS - slippage)) / ALL_BPS
    : (amountInBase * (ALL_BPS + slippage) + ALL_BPS - 1n) / ALL_BPS;
}
