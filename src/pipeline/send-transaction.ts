import type { Hex } from "viem";
import type { ChainDeps } from "../deps.ts";

/**
 * Sends to one node, once. An error is no failure: the outcome stays unknown until the chain
 * answers for that nonce (docs/design.md, "Exactly once" 4).
 */
export async function sendTransaction(chain: ChainDeps, raw: Hex): Promise<void> {
  await chain.rpc.sendOnce({
    method: "eth_sendRawTransaction",
    params: [raw],
    read: () => undefined,
  });
}
