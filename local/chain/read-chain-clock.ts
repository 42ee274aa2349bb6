import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";

/** The time a block mined now would get, in Unix ms; the latest block may be older. */
export async function readChainClock(handle: Pick<ChainHandle, "rpcUrl">): Promise<number> {
  const block = await chainClient(handle).getBlock({ blockTag: "pending" });
  return Number(block.timestamp) * 1000;
}
