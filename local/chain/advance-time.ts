import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";

/**
 * Moves the chain's clock forward and mines a block there; the clock then keeps ticking from the
 * new time. anvil keeps an offset to the wall clock, so repeated calls add up without drift.
 * @param ms whole seconds only: block times have no smaller part, and rounding would drift.
 */
export async function advanceTime(handle: Pick<ChainHandle, "rpcUrl">, ms: number): Promise<void> {
  if (!Number.isInteger(ms / 1000) || ms < 0)
    throw new RangeError(`advanceTime takes whole seconds, got ${ms} ms`);
  const client = chainClient(handle);
  await client.increaseTime({ seconds: ms / 1000 });
  await client.mine({ blocks: 1 });
}
