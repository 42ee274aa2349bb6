/** Gas of a plain transfer of the native coin (Ethereum yellow paper, G_transaction), which 0 wei to itself is. */
export const TRANSFER_GAS = 21_000n;
