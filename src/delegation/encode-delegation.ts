import { type Address, encodeFunctionData, type Hex } from "viem";
import { vaultAbi } from "../chain/vault-reads.ts";

/** `updateDelegation`: one entry per selector, all granted or all revoked. Owner only. */
export const encodeDelegation = (
  agent: Address,
  selectors: readonly Hex[],
  change: "grant" | "revoke",
): Hex =>
  encodeFunctionData({
    abi: vaultAbi,
    functionName: "updateDelegation",
    args: [
      selectors.map((selector) => ({
        delegated: agent,
        selector,
        isDelegated: change === "grant",
      })),
    ],
  });

/** The meaning of that calldata. */
export const delegationOf = (
  agent: Address,
  selectors: readonly Hex[],
  change: "grant" | "revoke",
): DelegationCall => ({
  kind: "delegation",
  changes: selectors.map((selector) => ({
    delegated: agent,
    selector,
    isDelegated: change === "grant",
  })),
});

/** An owner's call; addresses and selectors are lower case. */
export type DelegationCall =
  | { kind: "delegation"; changes: readonly DelegationChange[] }
  | { kind: "revokeAllDelegations"; agent: Address };

type DelegationChange = { delegated: Address; selector: Hex; isDelegated: boolean };
