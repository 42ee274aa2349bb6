/** The order that the play creates. The stack starts as far in the past as this order takes. */
export const playedOrder = {
  sellToken: "USDC",
  buyToken: "ETH",
  venue: "uniswap",
  slices: 5,
  intervalMinutes: 5,
  sliceAmount: "1000",
  sliceAmountBase: 1_000_000_000n,
  totalAmount: "5000",
} as const;
