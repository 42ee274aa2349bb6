import type { Address, Hex } from "viem";

/** Only the vault's owner can make it. Addresses and selectors are lower case. */
export type DelegationCall =
  | { kind: "delegation"; changes: readonly DelegationChange[] }
  | { kind: "revokeAllDelegations"; agent: Address };

type DelegationChange = { delegated: Address; selector: Hex; isDelegated: boolean };
