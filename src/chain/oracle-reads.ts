import { type Address, encodeFunctionData, type Hex } from "viem";
import { oracleAbi } from "./abis/oracle-abi.ts";
import { oraclePoolKey } from "./oracle-pool-key.ts";
import { readContract } from "./read-contract.ts";
import type { RpcCall } from "./rpc-call.ts";

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
