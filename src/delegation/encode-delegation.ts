import { type Address, encodeFunctionData, type Hex } from "viem";
import { vaultAbi } from "../chain/abis/vault-abi.ts";

/** `updateDelegation`: one entry per selector, all granted or all revoked. Owner only. */
export const encodeDelegation = (agent: Address, selectors: readonly Hex[], change: "grant" | "revoke"): Hex =>
  encodeFunctionData({
    abi: vaultAbi,
    functionName: "updateDelegation",
    args: [selectors.map((selector) => ({ delegated: agent, selector, isDelegated: change === "grant" }))],
  });
