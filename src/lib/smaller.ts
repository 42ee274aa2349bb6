/** The smaller of two integers (Math.min is not for bigint). */
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
