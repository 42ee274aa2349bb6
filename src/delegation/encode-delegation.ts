import { type Address, encodeFunctionData, type Hex } from "viem";
import { vaultAbi } from "../chain/vault-reads.ts";
import type { DelegationCall } from "./delegation-call.ts";

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
