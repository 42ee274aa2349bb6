export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * Finer digits are cut off.
 * @example rescale(1_500_000n, 6, 18) // 1.5 of 18 decimals
 */
export const rescale = (base: bigint, fromDecimals: number, toDecimals: number): bigint =>
  fromDecimals > toDecimals
    ? base / 10n ** BigInt(fromDecimals - toDecimals)
    : base * 10n ** BigInt(toDecimals - fromDecimals);

export const PARTS_PER_BILLION = { whole: 1_000_000_000n, perBps: 100_000n } as const;

/** 100% in basis points. */
export const WHOLE_BPS = 10_000n;

/**
 * Whole part of the root of 0 or more, by Newton's method from above.
 * @example squareRoot(99n) // 9n
 */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
