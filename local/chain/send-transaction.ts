import type { Account, Address, Hex, TransactionReceipt } from "viem";
import { chainClient } from "./chain-client.ts";

/**
 * Sends one transaction, waits for it and throws when it reverted. `from` is an unlocked dev
 * account's address or a local account; without `gas` the limit is twice the node's estimate.
 */
export async function sendTransaction(
  chain: Parameters<typeof chainClient>[0],
  tx: { from: Account | Address; to: Address; data?: Hex; valueWei?: bigint; gas?: bigint },
): Promise<TransactionReceipt> {
  const client = chainClient(chain);
  const call = { account: tx.from, to: tx.to, data: tx.data ?? "0x", value: tx.valueWei ?? 0n };
  // What a pool or an oracle writes depends on the block's second, and the one that runs may be
  // later than the estimated one.
  const gas = tx.gas ?? 2n * (await client.estimateGas(call));
  const hash = await client.sendTransaction({ ...call, gas });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`transaction ${hash} to ${tx.to} reverted`);
  return receipt;
}
