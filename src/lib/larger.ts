/** The larger of two integers (Math.max is not for bigint). */
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
