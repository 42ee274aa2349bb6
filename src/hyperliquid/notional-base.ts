/** In USDC with 6 decimals; what does not fit is cut off. */
export const notionalBase = (priceE8: bigint, sizeE8: bigint): bigint => (priceE8 * sizeE8) / 10n ** 10n;
