import { type Address, type Hex, numberToHex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { stateViewAbi } from "./oracle-reads.ts";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

type Key = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address };
type At = { block?: bigint };
/** `sqrtPriceX96` is 0 where there is no such pool. Fees in hundredths of a basis point. */
export type PoolState = { sqrtPriceX96: bigint; tick: number; protocolFee: number; lpFee: number };
/** `info` is the packed word (liquidity/position-info.ts); all zero where there is no position. */
export type PositionWord = { key: Key; info: bigint };
type FeeGrowth = { growth0X128: bigint; growth1X128: bigint };

/** Addresses come out in lower case. */
export const liquidityReads = {
  poolState: (stateView: Address, poolId: Hex, at: At = {}): RpcCall<PoolState> =>
    mapCall(
      readContract({ ...at, address: stateView, abi: stateViewAbi, functionName: "getSlot0", args: [poolId] }),
      ([sqrtPriceX96, tick, protocolFee, lpFee]) => ({ sqrtPriceX96, tick, protocolFee, lpFee }),
    ),
  /** In range at the pool's price. */
  poolLiquidity: (stateView: Address, poolId: Hex): RpcCall<bigint> =>
    readContract({ address: stateView, abi: stateViewAbi, functionName: "getLiquidity", args: [poolId] }),
  /** Where the position manager ever minted in that pool; else a tick spacing of 0. */
  keyOfPool: (positionManager: Address, poolId: Hex): RpcCall<Key> =>
    mapCall(
      readContract({
        address: positionManager,
        abi: positionManagerAbi,
        functionName: "poolKeys",
        args: [poolId.slice(0, 52) as Hex],
      }),
      ([currency0, currency1, fee, tickSpacing, hooks]) => lower({ currency0, currency1, fee, tickSpacing, hooks }),
    ),
  position: (positionManager: Address, tokenId: bigint, at: At = {}): RpcCall<PositionWord> =>
    mapCall(
      readContract({
        ...at,
        address: positionManager,
        abi: positionManagerAbi,
        functionName: "getPoolAndPositionInfo",
        args: [tokenId],
      }),
      ([key, info]) => ({ key: lower(key), info }),
    ),
  positionLiquidity: (positionManager: Address, tokenId: bigint, at: At = {}): RpcCall<bigint> =>
    readContract({
      ...at,
      address: positionManager,
      abi: positionManagerAbi,
      functionName: "getPositionLiquidity",
      args: [tokenId],
    }),
  /** Per unit of liquidity, since the pool began, modulo 2^256. */
  growthInside: (
    stateView: Address,
    poolId: Hex,
    range: { tickLower: number; tickUpper: number },
  ): RpcCall<FeeGrowth> =>
    mapCall(
      readContract({
        address: stateView,
        abi: stateViewAbi,
        functionName: "getFeeGrowthInside",
        args: [poolId, range.tickLower, range.tickUpper],
      }),
      ([growth0X128, growth1X128]) => ({ growth0X128, growth1X128 }),
    ),
  /** When the position was last touched: the position manager's carry their id as salt. */
  growthInsideLast: (
    stateView: Address,
    poolId: Hex,
    of: { positionManager: Address; tokenId: bigint; tickLower: number; tickUpper: number },
  ): RpcCall<FeeGrowth> =>
    mapCall(
      readContract({
        address: stateView,
        abi: stateViewAbi,
        functionName: "getPositionInfo",
        args: [poolId, of.positionManager, of.tickLower, of.tickUpper, numberToHex(of.tokenId, { size: 32 })],
      }),
      ([, growth0X128, growth1X128]) => ({ growth0X128, growth1X128 }),
    ),
};

const lower = ({ currency0, currency1, hooks, ...rest }: Key): Key => ({
  currency0: lowerHex(currency0),
  currency1: lowerHex(currency1),
  ...rest,
  hooks: lowerHex(hooks),
});

/** Uniswap v4-periphery 1.0.3, IPositionManager.sol; the pool's id is cut to 25 bytes. */
export const positionManagerAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function getPoolAndPositionInfo(uint256 tokenId) view returns (PoolKey poolKey, uint256 info)",
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128 liquidity)",
  "function poolKeys(bytes25 poolId) view returns (address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)",
]);
