import type { Hex } from "viem";
import { chainClient } from "./chain-client.ts";

/**
 * A chain at one moment: accounts, blocks, transactions and receipts, gzipped. Of states only the
 * newest block's.
 */
export type ChainState = Hex;

/** Takes the chain's state as it is now. What waits in the mempool is not part of it. */
export function takeState(rpcUrl: string): Promise<ChainState> {
  return chainClient({ rpcUrl }).request({ method: "anvil_dumpState", params: [false] } as never);
}
