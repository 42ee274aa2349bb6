/**
 * Start ticks of token per native, from the conversions of the vectors: ETH 2500, BTC 100000,
 * dollar tokens 1.
 */
export const oracleTicks = {
  USDC: -198080,
  USDT: -198080,
  DAI: 78244,
  cbBTC: -267161,
  GRG: 78244,
} as const;
