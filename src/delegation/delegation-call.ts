import type { Address, Hex } from "viem";

/** A change of who may call what on the vault, which its owner alone can make. Addresses and selectors are lower case. */
export type DelegationCall =
  | { kind: "delegation"; changes: readonly DelegationChange[] }
  | { kind: "revokeAllDelegations"; agent: Address };

export type DelegationChange = { delegated: Address; selector: Hex; isDelegated: boolean };
