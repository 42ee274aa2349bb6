import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

/** `cardinality`: slots in use, 0 without a pool. `cardinalityNext`: paid for, in use once the ring comes round. */
export type OracleState = { index: number; cardinality: number; cardinalityNext: number };

/** Source: docs/facts/oracle.md. */
export const oracleReads = {
  state: (oracle: Address, token: Address): RpcCall<OracleState> =>
    readContract({
      address: oracle,
      abi: oracleAbi,
      functionName: "getState",
      args: [oraclePoolKey(oracle, token)],
    }),
  /** Calldata for the hook. It has no access control: any wallet may send it. */
  widen: (oracle: Address, token: Address, slots: number): Hex =>
    encodeFunctionData({
      abi: oracleAbi,
      functionName: "increaseCardinalityNext",
      args: [oraclePoolKey(oracle, token), slots],
    }),
};

type Chain = Record<"oracle" | "stateView", Address>;
type At = { block?: bigint };

/** 12 bits each direction (v4-core ProtocolFeeLibrary.sol). */
const FEE_BITS = 12n;
const FEE_MASK = (1n << FEE_BITS) - 1n;
const POOL_KEY = parseAbiParameters("address, address, uint24, int24, address");

/** Price and depth of the oracle's own pool of a token. */
export const oraclePoolReads = {
  /** The price is 0 where there is no such pool. Fees in millionths of the input, coin to token and back. */
  price: (
    { oracle, stateView }: Chain,
    token: Address,
    at: At = {},
  ): RpcCall<{ sqrtPriceX96: bigint; feePips: readonly [bigint, bigint] }> =>
    mapCall(
      readContract({
        ...at,
        address: stateView,
        abi: stateViewAbi,
        functionName: "getSlot0",
        args: [poolIdOf(oracle, token)],
      }),
      ([sqrtPriceX96, , protocolFee]) => ({
        sqrtPriceX96,
        feePips: [BigInt(protocolFee) & FEE_MASK, BigInt(protocolFee) >> FEE_BITS] as const,
      }),
    ),
  liquidity: ({ oracle, stateView }: Chain, token: Address, at: At = {}): RpcCall<bigint> =>
    readContract({
      ...at,
      address: stateView,
      abi: stateViewAbi,
      functionName: "getLiquidity",
      args: [poolIdOf(oracle, token)],
    }),
};

function poolIdOf(oracle: Address, token: Address) {
  const { currency0, currency1, fee, tickSpacing, hooks } = oraclePoolKey(oracle, token);
  return keccak256(encodeAbiParameters(POOL_KEY, [currency0, currency1, fee, tickSpacing, hooks]));
}

/** One per token against the native coin: docs/facts/oracle.md. */
const NATIVE: Address = "0x0000000000000000000000000000000000000000";
const FEE = 0;
const TICK_SPACING = 32_767;

/** Its ticks are the oracle's price of `token`. `oracle` is the hook. */
export const oraclePoolKey = (oracle: Address, token: Address) => ({
  currency0: NATIVE,
  currency1: token,
  fee: FEE,
  tickSpacing: TICK_SPACING,
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

/** Uniswap v4-periphery 1.0.3, IStateView.sol. */
export const stateViewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
  "function getLiquidity(bytes32 poolId) view returns (uint128 liquidity)",
  "function getFeeGrowthInside(bytes32 poolId, int24 tickLower, int24 tickUpper) view returns (uint256 feeGrowthInside0X128, uint256 feeGrowthInside1X128)",
  "function getPositionInfo(bytes32 poolId, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns (uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)",
]);
