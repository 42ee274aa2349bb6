import { createTestClient, http, publicActions, walletActions } from "viem";
import { base } from "viem/chains";

/**
 * One client for reads, dev-account transactions and anvil's own methods.
 * Dev accounts are unlocked in anvil, so `account: <address>` is enough and the node picks the nonce.
 */
export function chainClient(chain: { rpcUrl: string }) {
  return createTestClient({
    mode: "anvil",
    chain: base,
    transport: http(chain.rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type ChainClient = ReturnType<typeof chainClient>;
