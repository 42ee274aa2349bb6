/** Half the order of secp256k1: of the two signatures (r, s) and (r, n - s) accounts make the lower one only (EIP-2). */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a signature of 65 bytes is the one of its two forms that accounts make. Anyone who sees it can compute the other from it. */
export const isLowS = (signature: string): boolean => BigInt(`0x${signature.slice(66, 130)}`) <= MAX_S;
