import { type Address, type Hex, numberToHex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { readStateView } from "./oracle-reads.ts";
import { type At, mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

type Key = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
};
/** `sqrtPriceX96` is 0 for a pool that does not exist. Fees in hundredths of a basis point. */
export type PoolState = { sqrtPriceX96: bigint; tick: number; protocolFee: number; lpFee: number };
/** `info` is the packed word (liquidity/position-info.ts). All zero for an unknown position. */
export type PositionWord = { key: Key; info: bigint };
type Range = { tickLower: number; tickUpper: number };
type FeeGrowth = { growth0X128: bigint; growth1X128: bigint };

/** Reads of pools and positions. Addresses are in lower case. */
export const liquidityReads = {
  poolState: (stateView: Address, poolId: Hex, at?: At): RpcCall<PoolState> =>
    mapCall(
      readStateView(stateView, "getSlot0", [poolId], at),
      ([sqrtPriceX96, tick, protocolFee, lpFee]) => ({
        sqrtPriceX96,
        tick,
        protocolFee,
        lpFee,
      }),
    ),
  /** Liquidity in range at the pool's price. */
  poolLiquidity: (stateView: Address, poolId: Hex): RpcCall<bigint> =>
    readStateView(stateView, "getLiquidity", [poolId]),
  /** A tick spacing of 0 for a pool in which the position manager never minted. */
  keyOfPool: (positionManager: Address, poolId: Hex): RpcCall<Key> =>
    mapCall(
      readManager(positionManager, "poolKeys", [poolId.slice(0, 52) as Hex]),
      ([currency0, currency1, fee, tickSpacing, hooks]) =>
        lower({ currency0, currency1, fee, tickSpacing, hooks }),
    ),
  position: (positionManager: Address, tokenId: bigint, at?: At): RpcCall<PositionWord> =>
    mapCall(
      readManager(positionManager, "getPoolAndPositionInfo", [tokenId], at),
      ([key, info]) => ({
        key: lower(key),
        info,
      }),
    ),
  positionLiquidity: (positionManager: Address, tokenId: bigint, at?: At): RpcCall<bigint> =>
    readManager(positionManager, "getPositionLiquidity", [tokenId], at),
  /** Fees per unit of liquidity since the pool began, modulo 2^256. */
  growthInside: (
    stateView: Address,
    poolId: Hex,
    { tickLower, tickUpper }: Range,
  ): RpcCall<FeeGrowth> =>
    mapCall(
      readStateView(stateView, "getFeeGrowthInside", [poolId, tickLower, tickUpper]),
      ([growth0X128, growth1X128]) => ({ growth0X128, growth1X128 }),
    ),
  /**
   * The same when the position was last touched. The manager's positions carry their id as salt.
   */
  growthInsideLast: (
    stateView: Address,
    poolId: Hex,
    of: { positionManager: Address; tokenId: bigint } & Range,
  ): RpcCall<FeeGrowth> =>
    mapCall(
      readStateView(stateView, "getPositionInfo", [
        poolId,
        of.positionManager,
        of.tickLower,
        of.tickUpper,
        numberToHex(of.tokenId, { size: 32 }),
      ]),
      ([, growth0X128, growth1X128]) => ({ growth0X128, growth1X128 }),
    ),
};

const lower = (key: Key): Key => ({
  ...key,
  currency0: lowerHex(key.currency0),
  currency1: lowerHex(key.currency1),
  hooks: lowerHex(key.hooks),
});

/** Source: Uniswap v4-periphery 1.0.3, IPositionManager.sol. A pool's id is cut to 25 bytes. */
export const positionManagerAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function getPoolAndPositionInfo(uint256 tokenId) view returns (PoolKey poolKey, uint256 info)",
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128 liquidity)",
  "function poolKeys(bytes25 poolId) view returns (address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)",
]);
const readManager = readsOf(positionManagerAbi);
