/** Half the order of secp256k1: of (r, s) and (r, n - s) accounts make the lower one only (EIP-2). */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Of 65 bytes. Anyone who sees a signature can compute its other form. */
export const isLowS = (signature: string): boolean => BigInt(`0x${signature.slice(66, 130)}`) <= MAX_S;
