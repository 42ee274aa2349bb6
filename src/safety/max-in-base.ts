/** The most input after slippage, rounded down: never less protection than was asked for. @example (1001n, 100) gives 1011n */
export function maxInBase(amountInBase: bigint, slippageBps: number): bigint {
  return (amountInBase * (10_000n + BigInt(slippageBps))) / 10_000n;
}
