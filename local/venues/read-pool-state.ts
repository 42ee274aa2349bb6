import type { Address } from "viem";
import { encodeAbiParameters, type Hex, hexToBigInt, keccak256, type PublicClient } from "viem";
import type { PoolKey } from "./pool-key.ts";
import { poolManagerAbi } from "./venue-abi.ts";

export type PoolState = { poolId: Hex; sqrtPriceX96: bigint; tick: number; liquidity: bigint };

/**
 * Slot of PoolManager's `pools` mapping, and of the liquidity in a pool; source: @uniswap/v4-core
 * 1.0.2, StateLibrary.sol.
 */
const POOLS_SLOT = 6n;
const LIQUIDITY_OFFSET = 3;

/**
 * Price, tick and liquidity of a v4 pool, read from PoolManager's storage as its own StateLibrary
 * does.
 */
export async function readPoolState(
  client: PublicClient,
  poolManager: Address,
  pool: PoolKey,
): Promise<PoolState> {
  const poolId = keccak256(encodeAbiParameters(POOL_KEY_TYPES, [...poolKeyValues(pool)]));
  const slot = keccak256(
    encodeAbiParameters([{ type: "bytes32" }, { type: "uint256" }], [poolId, POOLS_SLOT]),
  );
  const words = await client.readContract({
    address: poolManager,
    abi: poolManagerAbi,
    functionName: "extsload",
    args: [slot, BigInt(LIQUIDITY_OFFSET + 1)],
  });
  const slot0 = hexToBigInt(words[0] ?? "0x0");
  return {
    poolId,
    sqrtPriceX96: slot0 & ((1n << 160n) - 1n),
    tick: Number(BigInt.asIntN(24, slot0 >> 160n)),
    liquidity: hexToBigInt(words[LIQUIDITY_OFFSET] ?? "0x0"),
  };
}

const POOL_KEY_TYPES = [
  { type: "address" },
  { type: "address" },
  { type: "uint24" },
  { type: "int24" },
  { type: "address" },
] as const;

function poolKeyValues(pool: PoolKey) {
  return [pool.currency0, pool.currency1, pool.fee, pool.tickSpacing, pool.hooks] as const;
}
