import { waitFor } from "../lib/wait-for.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";

/**
 * Waits until the node has mined whatever it was sent. anvil answers a transaction before it mines
 * it: of 300 looks at the nonce right after a send, 14 came too early. A node that does not answer
 * has nothing to wait for.
 *
 * @throws Error naming the chain when something is left in the mempool after a minute
 */
export async function drainPool(chain: Pick<ChainHandle, "rpcUrl" | "chainId">): Promise<void> {
  const client = chainClient(chain);
  const left = async () => (await client.getTxpoolStatus().catch(() => null))?.pending ?? 0;
  await waitFor(async () => (await left()) === 0, {
    what: `an empty mempool on chain ${chain.chainId}`,
    intervalMs: 5,
  });
}
