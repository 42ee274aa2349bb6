import type { Account, Address, Hex, TransactionReceipt } from "viem";
import { chainClient } from "./chain-client.ts";

/**
 * Sends one transaction, waits for it and throws when it reverted.
 * `from` is an unlocked dev account's address or a local account; without `gas` the node's estimate is the limit.
 */
export async function sendTransaction(
  chain: { rpcUrl: string },
  tx: { from: Account | Address; to: Address; data?: Hex; valueWei?: bigint; gas?: bigint },
): Promise<TransactionReceipt> {
  const client = chainClient(chain);
  const hash = await client.sendTransaction({
    account: tx.from,
    to: tx.to,
    data: tx.data ?? "0x",
    value: tx.valueWei ?? 0n,
    ...(tx.gas !== undefined && { gas: tx.gas }),
  });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`transaction ${hash} to ${tx.to} reverted`);
  return receipt;
}
