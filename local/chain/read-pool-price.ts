import { chainAbi } from "./chain-abi.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle, V4Pool } from "./chain-handle.ts";

/** The square root of a v4 pool's price of now, token1 per token0 in 96-bit fixed point. */
export async function readPoolPrice(handle: ChainHandle, pool: V4Pool): Promise<bigint> {
  const read = {
    address: handle.addresses.stateView,
    abi: chainAbi,
    functionName: "getSlot0",
  } as const;
  const [sqrtPriceX96] = await chainClient(handle).readContract({ ...read, args: [pool.poolId] });
  return sqrtPriceX96;
}
