/** The least output after slippage, rounded up: never less protection than was asked for. @example (1001n, 100) gives 991n */
export function minOutBase(amountOutBase: bigint, slippageBps: number): bigint {
  return (amountOutBase * (10_000n - BigInt(slippageBps)) + 9_999n) / 10_000n;
}
