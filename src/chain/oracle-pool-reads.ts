import { type Address, encodeAbiParameters, keccak256, parseAbiParameters } from "viem";
import { stateViewAbi } from "./abis/state-view-abi.ts";
import { mapCall } from "./map-call.ts";
import { oraclePoolKey } from "./oracle-pool-key.ts";
import { readContract } from "./read-contract.ts";
import type { RpcCall } from "./rpc-call.ts";

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
