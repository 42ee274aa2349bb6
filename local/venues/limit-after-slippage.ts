const ONE = 1_000_000n;

/**
 * Least output (exactIn, rounded down) or most input (exactOut, rounded up) at a slippage in parts
 * per million.
 */
export function limitAfterSlippage(
  mode: "exactIn" | "exactOut",
  quote: { amountInBase: bigint; amountOutBase: bigint },
  slippagePpm: bigint,
): bigint {
  return mode === "exactIn"
    ? (quote.amountOutBase * (ONE - slippagePpm)) / ONE
    : (quote.amountInBase * (ONE + slippagePpm) + ONE - 1n) / ONE;
}
