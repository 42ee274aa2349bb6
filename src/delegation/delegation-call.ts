import type { Address, Hex } from "viem";

/** An owner's call; addresses and selectors are lower case. */
export type DelegationCall =
  | { kind: "delegation"; changes: readonly DelegationChange[] }
  | { kind: "revokeAllDelegations"; agent: Address };

type DelegationChange = { delegated: Address; selector: Hex; isDelegated: boolean };
