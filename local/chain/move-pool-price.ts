import { encodeFunctionData, type Hex } from "viem";
import { chainAbi } from "./chain-abi.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle, V3Pool, V4Pool } from "./chain-handle.ts";
import { readPoolPrice } from "./read-pool-price.ts";
import { sendTransaction } from "./send-transaction.ts";
import { v3PoolAbi } from "./v3-pool-abi.ts";

/**
 * Moves a pool's price (token1 per token0) to `toPriceBps` of its start price by a swap of the
 * whale's; 10000 restores the start price exactly. `pool` is a name of `handle.pools.v4` or
 * `handle.pools.v3`: a market, which takes millions to move, or one of the oracle's own, which
 * takes some sixty dollars (`pushOracle`).
 */
export async function movePoolPrice(
  handle: ChainHandle,
  options: { pool: string; toPriceBps: number },
): Promise<void> {
  const v4 = handle.pools.v4[options.pool];
  const v3 = handle.pools.v3[options.pool];
  const pool = v4 ?? v3;
  if (!pool) throw new Error(`no pool ${options.pool}`);
  const target = atBps(BigInt(pool.sqrtPriceX96), BigInt(options.toPriceBps));
  const current = v4 ? await readPoolPrice(handle, v4) : await v3Price(handle, pool as V3Pool);
  if (target === current) return;
  const data = v4
    ? moveV4(v4, target < current, target)
    : moveV3(pool as V3Pool, target < current, target);
  await sendTransaction(handle, {
    from: handle.accounts.whale.address,
    to: handle.addresses.whale,
    data,
  });
}

function moveV4(pool: V4Pool, zeroForOne: boolean, target: bigint): Hex {
  return encodeFunctionData({
    abi: chainAbi,
    functionName: "moveTo",
    args: [pool, zeroForOne, target],
  });
}

function moveV3(pool: V3Pool, zeroForOne: boolean, target: bigint): Hex {
  return encodeFunctionData({
    abi: chainAbi,
    functionName: "moveToV3",
    args: [pool.address, zeroForOne, target],
  });
}

async function v3Price(handle: ChainHandle, pool: V3Pool): Promise<bigint> {
  const read = { address: pool.address, abi: v3PoolAbi, functionName: "slot0" } as const;
  const [sqrtPriceX96] = await chainClient(handle).readContract(read);
  return sqrtPriceX96;
}

/** sqrt(price * bps / 10000), kept in 96-bit fixed point. */
function atBps(sqrtPriceX96: bigint, bps: bigint): bigint {
  return bps === 10_000n ? sqrtPriceX96 : squareRoot((sqrtPriceX96 * sqrtPriceX96 * bps) / 10_000n);
}

function squareRoot(n: bigint): bigint {
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}
