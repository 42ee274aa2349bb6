/** 0x's sign (docs/facts/vault-contracts.md 12, nativePlaceholder_0x); everyone else uses the zero address. */
const PLACEHOLDER = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const ZERO = "0x0000000000000000000000000000000000000000";

export const isNative = (address: string): boolean => [ZERO, PLACEHOLDER].includes(address.toLowerCase());
