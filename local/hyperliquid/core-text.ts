import { formatUnits } from "viem";

/**
 * Numbers as the venue writes them: prices, sizes and spot USDC (times 10^8), and USDC with 6
 * decimals.
 */
export const coreText = {
  e8: (value: bigint): string => formatUnits(value, 8),
  usd: (value: bigint): string => formatUnits(value, 6),
};
