import { type Address, createWalletClient, type Hex, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { awaitReceipt } from "../chain/await-receipt.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";

export type OwnTransaction = { to: Address; data?: Hex; value?: bigint; chainId?: number };

/**
 * Signs with the owner's key and sends to the chain named, 8453 by default. @throws Error when it
 * reverts
 */
export async function sendAsOwner(
  { chains, operator }: StackManifest,
  { chainId = 8453, ...tx }: OwnTransaction,
): Promise<Hex> {
  const node = Object.entries(chains).find(([id]) => id === String(chainId))?.[1];
  if (node === undefined) throw new Error(`the stack has no chain ${chainId}`);
  const client = createWalletClient({
    account: privateKeyToAccount(operator.privateKey),
    transport: http(node.rpcUrl, { retryCount: 0 }),
    pollingInterval: 50,
    cacheTime: 0,
  }).extend(publicActions);
  // What a pool, an oracle or a venue writes depends on the block's second, and the one that runs
  // may be later than the estimated one.
  const gas = 2n * (await client.estimateGas({ data: "0x", ...tx }));
  const hash = await client.sendTransaction({ chain: null, data: "0x", ...tx, gas });
  const { status } = await awaitReceipt(client, hash);
  if (status !== "success") throw new Error(`the owner's transaction ${hash} reverted`);
  return hash;
}
