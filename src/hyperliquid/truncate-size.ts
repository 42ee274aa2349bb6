/**
 * (times 10^8) to its market's lots.
 * @example truncateSize(100_010_000n, 3) // 1.000
 */
export function truncateSize(sizeE8: bigint, szDecimals: number): bigint {
  return sizeE8 - (sizeE8 % 10n ** BigInt(8 - szDecimals));
}
