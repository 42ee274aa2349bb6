/** 0x's sign for the native coin (docs/facts/vault-contracts.md 12, nativePlaceholder_0x); everyone else uses the zero address. */
const PLACEHOLDER = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const ZERO = "0x0000000000000000000000000000000000000000";

/** Whether an address, in any case, means the chain's native coin. */
export const isNative = (address: string): boolean => [ZERO, PLACEHOLDER].includes(address.toLowerCase());
