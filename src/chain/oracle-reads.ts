import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { type At, mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

/**
 * `cardinality` is 0 without a pool. `cardinalityNext` slots are paid for and come into use when
 * the ring comes round.
 */
export type OracleState = { index: number; cardinality: number; cardinalityNext: number };

/** Reads of the oracle's hook. Source: docs/facts/oracle.md. */
export const oracleReads = {
  state: (oracle: Address, token: Address): RpcCall<OracleState> =>
    readOracle(oracle, "getState", [oraclePoolKey(oracle, token)]),
  /** Calldata for the hook, which any wallet may send. */
  widen: (oracle: Address, token: Address, slots: number): Hex =>
    encodeFunctionData({
      abi: oracleAbi,
      functionName: "increaseCardinalityNext",
      args: [oraclePoolKey(oracle, token), slots],
    }),
};

type Chain = Record<"oracle" | "stateView", Address>;

/** 12 bits for each direction (v4-core ProtocolFeeLibrary.sol). */
const FEE_BITS = 12n;
const FEE_MASK = (1n << FEE_BITS) - 1n;
const POOL_KEY = parseAbiParameters("address, address, uint24, int24, address");

/** Price and depth of the oracle's own pool of a token. */
export const oraclePoolReads = {
  /** The price is 0 for a missing pool. Fees in millionths of the input, coin to token and back. */
  price: (
    { oracle, stateView }: Chain,
    token: Address,
    at?: At,
  ): RpcCall<{ sqrtPriceX96: bigint; feePips: readonly [bigint, bigint] }> =>
    mapCall(
      readStateView(stateView, "getSlot0", [poolIdOf(oracle, token)], at),
      ([sqrtPriceX96, , protocolFee]) => ({
        sqrtPriceX96,
        feePips: [BigInt(protocolFee) & FEE_MASK, BigInt(protocolFee) >> FEE_BITS] as const,
      }),
    ),
  liquidity: ({ oracle, stateView }: Chain, token: Address, at?: At): RpcCall<bigint> =>
    readStateView(stateView, "getLiquidity", [poolIdOf(oracle, token)], at),
};

function poolIdOf(oracle: Address, token: Address) {
  const { currency0, currency1, fee, tickSpacing, hooks } = oraclePoolKey(oracle, token);
  return keccak256(encodeAbiParameters(POOL_KEY, [currency0, currency1, fee, tickSpacing, hooks]));
}

/**
 * The pool of `token` against the coin, whose ticks are the oracle's price. `oracle` is the hook.
 * Source: docs/facts/oracle.md.
 */
export const oraclePoolKey = (oracle: Address, token: Address) => ({
  currency0: zeroAddress,
  currency1: token,
  fee: 0,
  tickSpacing: 32_767,
  hooks: oracle,
});

/** Source: docs/facts/oracle.md. */
export const oracleAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct ObservationState { uint16 index; uint16 cardinality; uint16 cardinalityNext; }",
  "function getState(PoolKey key) view returns (ObservationState state)",
  "function increaseCardinalityNext(PoolKey key, uint16 cardinalityNext) returns (uint16 cardinalityNextOld, uint16 cardinalityNextNew)",
  "function observe(PoolKey key, uint32[] secondsAgos) view returns (int48[] tickCumulatives, uint144[] secondsPerLiquidityCumulativeX128s)",
]);

/** Source: Uniswap v4-periphery 1.0.3, IStateView.sol. */
export const stateViewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
  "function getLiquidity(bytes32 poolId) view returns (uint128 liquidity)",
  "function getFeeGrowthInside(bytes32 poolId, int24 tickLower, int24 tickUpper) view returns (uint256 feeGrowthInside0X128, uint256 feeGrowthInside1X128)",
  "function getPositionInfo(bytes32 poolId, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns (uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)",
]);

/** Reads of the oracle's hook. */
export const readOracle = readsOf(oracleAbi);
/** Reads of Uniswap's view of its pools. */
export const readStateView = readsOf(stateViewAbi);
