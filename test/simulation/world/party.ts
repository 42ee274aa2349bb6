import type { Address } from "viem";

export type Party = { vault: Address; operator: Address };

/** The vaults of a history and their owners: the third has another operator. */
export const PARTIES: readonly Party[] = [
  { vault: `0x${"a1".repeat(20)}`, operator: `0x${"0e".repeat(20)}` },
  { vault: `0x${"a2".repeat(20)}`, operator: `0x${"0e".repeat(20)}` },
  { vault: `0x${"a3".repeat(20)}`, operator: `0x${"0f".repeat(20)}` },
];
