/** USDC with 6 decimals; price and size are times 10^8. */
export const ntlOf = (priceE8: bigint, sizeE8: bigint): bigint => (priceE8 * sizeE8) / 10n ** 10n;
