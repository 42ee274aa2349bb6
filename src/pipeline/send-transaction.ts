import type { Hex } from "viem";
import type { ChainDeps } from "../deps.ts";

/**
 * To one node, once. An error here is not a failure: the outcome stays unknown until the chain answers for that nonce (docs/design.md,
 * "Exactly once" 4).
 */
export async function sendTransaction(chain: ChainDeps, raw: Hex): Promise<void> {
  await chain.rpc.sendOnce({ method: "eth_sendRawTransaction", params: [raw], read: () => undefined });
}
