export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
