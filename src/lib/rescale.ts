/**
 * What does not fit is cut off.
 * @example rescale(1_500_000n, 6, 18) // 1.5 of 18 decimals
 */
export const rescale = (base: bigint, fromDecimals: number, toDecimals: number): bigint =>
  fromDecimals > toDecimals
    ? base / 10n ** BigInt(fromDecimals - toDecimals)
    : base * 10n ** BigInt(toDecimals - fromDecimals);
