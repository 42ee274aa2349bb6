import type { Address } from "viem";

/** `nonce`: what the vault's agent has sent before. */
export type Party = { vault: Address; operator: Address; nonce: number };

/**
 * The vaults of a history and their owners: the second has an agent that was used before, the third
 * another operator.
 */
export const PARTIES: readonly Party[] = [
  { vault: `0x${"a1".repeat(20)}`, operator: `0x${"0e".repeat(20)}`, nonce: 0 },
  { vault: `0x${"a2".repeat(20)}`, operator: `0x${"0e".repeat(20)}`, nonce: 7 },
  { vault: `0x${"a3".repeat(20)}`, operator: `0x${"0f".repeat(20)}`, nonce: 0 },
];
