import type { ShownQuality } from "../orders/order-quality-output.ts";

/** A sale of 50 USDC for ETH in two slices of 25, both traded. */
export const ORDER_QUALITY_EXAMPLE: ShownQuality = {
  ...{ orderId: 1, chainId: 8453, side: "sell", status: "completed" },
  sideToken: { symbol: "USDC", decimals: 6 },
  counterToken: { symbol: "ETH", decimals: 18 },
  ...{ createdAt: 1_795_000_000_000, endedAt: 1_795_001_860_000 },
  ...{ totalBase: "50000000", tradedBase: "50000000", restBase: "0" },
  arrival: {
    ...{ at: 1_795_000_000_000, block: "39999970" },
    oracle: { sellBase: "50000000", buyBase: "20000000000000000", windowSec: 300 },
    quote: { sellBase: "50000000", buyBase: "19980000000000000", venue: "uniswap" },
  },
  ...{ complete: true, coveredBps: 10_000 },
  delay: { base: "0", amount: "0", bps: "0" },
  timing: { base: "-4000000000000", amount: "-0.000004", bps: "-2" },
  execution: { base: "-6000000000000", amount: "-0.000006", bps: "-3" },
  unfilled: { base: "0", amount: "0", bps: "0" },
  shortfall: { base: "-10000000000000", amount: "-0.00001", bps: "-5" },
  beyond: { base: "0", amount: "0", bps: "0" },
  beyondBase: "0",
  gas: { base: "-4200000000000", amount: "-0.0000042", bps: "-2.1" },
  gasWei: "4200000000000",
  quoteDeviation: { base: "1000000000000", amount: "0.000001", bps: "0.5" },
  aboveMinimum: { base: "200000000000000", amount: "0.0002", bps: "100" },
  againstAtOnce: { base: "10000000000000", amount: "0.00001", bps: "5" },
  againstRefused: { base: "0", amount: "0", bps: "0" },
  ...{ refusedTraded: 0, refused: [] },
};
