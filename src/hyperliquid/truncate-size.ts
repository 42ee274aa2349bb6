/** A size (times 10^8) with no more decimals than its market's lots have; what is finer is left out. @example truncateSize(100_010_000n, 3) // 1.000 */
export function truncateSize(sizeE8: bigint, szDecimals: number): bigint {
  return sizeE8 - (sizeE8 % 10n ** BigInt(8 - szDecimals));
}
