/** Of a plain transfer (Ethereum yellow paper, G_transaction). */
export const TRANSFER_GAS = 21_000n;
