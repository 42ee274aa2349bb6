import { encodeFunctionData } from "viem";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { vectorAddress } from "../support/vector-address.ts";
import { vectorFile } from "../support/vectors.ts";

/**
 * The vectors' "delegated" state on top of "base": three selectors for the agent, in the same
 * second.
 */
export async function delegateAsInVectors(handle: ChainHandle): Promise<void> {
  const selectors = ["0x3593564c", "0x2213bc0b", "0xac9650d8"] as const;
  const entries = selectors.map((selector) => ({
    delegated: vectorAddress("agent"),
    selector,
    isDelegated: true,
  }));
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "updateDelegation",
    args: [entries],
  });
  for (const vault of ["vault", "vaultETH"]) {
    await chainClient(handle).setNextBlockTimestamp({
      timestamp: BigInt(vectorFile.chain.states.delegated.timestamp),
    });
    await sendTransaction(handle, { from: vectorAddress("owner"), to: vectorAddress(vault), data });
  }
}
