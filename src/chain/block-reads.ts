import type { Address, Hex } from "viem";
import { asHex } from "./as-hex.ts";
import { quantity } from "./quantity.ts";
import { blockTag } from "./read-contract.ts";
import type { RpcCall } from "./rpc-call.ts";

/** `timestampSec` is the block's own time, in seconds. */
export type BlockHeader = { number: bigint; timestampSec: number; baseFeePerGas: bigint };

type Transaction = { from: Address; to: Address; data: Hex; valueBase?: bigint };

/** Head of the chain, fees and gas. */
export const blockReads = {
  latest: (): RpcCall<BlockHeader> => ({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
    read: (result) => {
      // A chain without a base fee is none of ours: `unavailable`.
      const { number, timestamp, baseFeePerGas } = fields(result);
      return {
        number: quantity(number),
        timestampSec: Number(quantity(timestamp)),
        baseFeePerGas: quantity(baseFeePerGas),
      };
    },
  }),
  /** Null above the head of this node. */
  hashAt: (number: bigint): RpcCall<Hex | null> => ({
    method: "eth_getBlockByNumber",
    params: [`0x${number.toString(16)}`, false],
    read: (result) => (result === null ? null : asHex(fields(result).hash)),
  }),
  maxPriorityFeePerGas: (): RpcCall<bigint> => ({ method: "eth_maxPriorityFeePerGas", params: [], read: quantity }),
  /** `reverted` when it would be refused. */
  estimateGas: ({ from, to, data, valueBase = 0n }: Transaction, block?: bigint): RpcCall<bigint> => ({
    method: "eth_estimateGas",
    params: [{ from, to, data, value: `0x${valueBase.toString(16)}` }, blockTag(block)],
    read: quantity,
  }),
};

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("not an object");
  return { ...value };
}
