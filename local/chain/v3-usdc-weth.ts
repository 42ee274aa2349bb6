/**
 * The v3 pool of the vectors: price 2500 and the liquidity that its observed swaps imply, solved
 * exactly.
 */
export const v3UsdcWeth = {
  fee: 500,
  tickSpacing: 10,
  sqrtPriceX96: 3961408125713216879677197n,
  liquidity: 5n * 10n ** 17n,
} as const;
