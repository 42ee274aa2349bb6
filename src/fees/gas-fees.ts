/** EIP-1559 fees in wei per gas. */
export type GasFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
