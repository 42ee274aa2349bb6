import { encodeFunctionData, parseAbi } from "viem";
import type { ChainHandle, V4Pool } from "./chain-handle.ts";
import { poolIdOf } from "./chain-pools.ts";
import { sendTransaction } from "./send-transaction.ts";

const abi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(Key key, uint160 sqrtPriceX96) returns (int24)",
  "function addLiquidity(Key key, int24 lower, int24 upper, int256 liquidity)",
]);
const [FEE, TICK_SPACING, EDGE, LIQUIDITY] = [100, 1, 887_272, 10n ** 17n];

/**
 * A second market of ETH and USDC: a fifth of the other one's fee, a tenth of its depth, the same
 * price. Better for small amounts and worse for large ones, for whoever routes over it. It is among
 * the chain's pools from then on.
 */
export async function openSmallPool(handle: ChainHandle): Promise<V4Pool> {
  const { v4_ETH_USDC: large } = handle.pools.v4;
  if (large === undefined) throw new Error("the chain has no v4_ETH_USDC");
  const { poolId: _, sqrtPriceX96, ...pair } = large;
  const key = { ...pair, fee: FEE, tickSpacing: TICK_SPACING };
  const { whale, poolManager } = handle.addresses;
  const from = handle.accounts.whale.address;
  const opened = encodeFunctionData({
    abi,
    functionName: "initialize",
    args: [key, BigInt(sqrtPriceX96)],
  });
  await sendTransaction(handle, { from, to: poolManager, data: opened });
  const filled = encodeFunctionData({
    abi,
    functionName: "addLiquidity",
    args: [key, -EDGE, EDGE, LIQUIDITY],
  });
  await sendTransaction(handle, { from, to: whale, data: filled });
  const pool = { ...key, poolId: poolIdOf(key), sqrtPriceX96 };
  handle.pools.v4.v4_ETH_USDC_small = pool;
  return pool;
}
