import { type Address, encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { sendTransaction } from "./send-transaction.ts";

/** The owner takes every selector back from the agent. */
export async function revokeAll(
  handle: ChainHandle,
  options: { vault: Address; agent: Address; ownerKey: Hex },
): Promise<Hex> {
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "revokeAllDelegations",
    args: [options.agent],
  });
  const from = privateKeyToAccount(options.ownerKey);
  const receipt = await sendTransaction(handle, { from, to: options.vault, data });
  return receipt.transactionHash;
}
