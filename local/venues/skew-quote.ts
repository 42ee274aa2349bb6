const ONE = 10_000n;

/** The quote that a skew of `bps` shows: positive favours the taker (more out, or less in). */
export function skewQuote(
  mode: "exactIn" | "exactOut",
  quote: { amountInBase: bigint; amountOutBase: bigint },
  bps: bigint,
): { amountInBase: bigint; amountOutBase: bigint } {
  return mode === "exactIn"
    ? { ...quote, amountOutBase: (quote.amountOutBase * (ONE + bps)) / ONE }
    : { ...quote, amountInBase: (quote.amountInBase * (ONE - bps)) / ONE };
}
