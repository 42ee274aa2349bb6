import type { Address, Hex } from "viem";
import * as z from "zod";
import { hexAddress, hexData, hexHash } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { asHex, blockTag, fieldsOf, quantity, type RpcCall } from "./rpc-call.ts";

export type Log = { address: Address; topics: readonly Hex[]; data: Hex };
export type Receipt = {
  hash: Hex;
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
  from: Address;
  to: Address | null;
  gasUsed: bigint;
  effectiveGasPrice: bigint;
  /** Absent where the chain names no such fee. */
  l1FeeWei?: bigint;
  logs: readonly Log[];
};
type KnownTransaction = { hash: Hex; from: Address; nonce: number; blockNumber: bigint | null };

/** EIP-7825's cap, used where a transaction's gas limit is unknown. */
const MOST_GAS_UNITS = 2n ** 24n;

/** `null` means that this node does not know it, not "never sent". */
export const transactionReads = {
  /** `gasUnits` is its gas limit, which bounds its logs. */
  receipt: (hash: Hex, gasUnits = MOST_GAS_UNITS): RpcCall<Receipt | null> => ({
    method: "eth_getTransactionReceipt",
    params: [hash],
    weight: Number(gasUnits),
    read: (result) =>
      result === null ? null : about(hash, asReceipt(receiptSchema.parse(result))),
  }),
  byHash: (hash: Hex): RpcCall<KnownTransaction | null> => ({
    method: "eth_getTransactionByHash",
    params: [hash],
    read: (result) =>
      result === null ? null : about(hash, asTransaction(transactionSchema.parse(result))),
  }),
};

/** Another transaction's success or failure would be taken for ours. */
function about<T extends { hash: Hex }>(asked: Hex, found: T): T {
  if (found.hash !== asked.toLowerCase()) throw new Error("an answer about another transaction");
  return found;
}

const amount = z.unknown().transform(quantity);
const hex = hexData.transform(lowerHex);
const hash = hexHash.transform(lowerHex);
const address = hexAddress.transform(lowerHex);

const receiptSchema = z.object({
  transactionHash: hash,
  status: z.enum(["0x0", "0x1"]),
  blockNumber: amount,
  blockHash: hash,
  from: address,
  to: address.nullable(),
  gasUsed: amount,
  effectiveGasPrice: amount,
  l1Fee: z.unknown().optional(),
  logs: z.array(z.object({ address, topics: z.array(hash).max(4), data: hex })),
});

const transactionSchema = z.object({
  hash,
  from: address,
  nonce: amount,
  blockNumber: z.union([z.null(), amount]),
});

const asReceipt = ({
  transactionHash,
  status,
  l1Fee,
  ...rest
}: z.infer<typeof receiptSchema>): Receipt => ({
  ...rest,
  hash: transactionHash,
  status: status === "0x1" ? "success" : "reverted",
  // Shown to people only: a fee that cannot be read makes no receipt unreadable.
  ...(typeof l1Fee === "string" &&
    /^0x[0-9a-fA-F]{1,64}$/.test(l1Fee) && { l1FeeWei: BigInt(l1Fee) }),
});

const asTransaction = ({
  nonce,
  ...rest
}: z.infer<typeof transactionSchema>): KnownTransaction => ({
  ...rest,
  nonce: Number(nonce),
});

/** Time in seconds, base fee in wei. */
export type BlockHeader = { number: bigint; timestampSec: number; baseFeePerGas: bigint };

type Transaction = Record<"from" | "to", Address> & { data: Hex; valueBase?: bigint };

/** Reads of the chain's head, fees and gas. */
export const blockReads = {
  latest: (): RpcCall<BlockHeader> => ({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
    read: (result) => {
      // A chain without a base fee is `unavailable`.
      const { number, timestamp, baseFeePerGas } = fieldsOf(result);
      return {
        number: quantity(number),
        timestampSec: Number(quantity(timestamp)),
        baseFeePerGas: quantity(baseFeePerGas),
      };
    },
  }),
  /** Null for a block that this node does not have yet. */
  hashAt: (number: bigint): RpcCall<Hex | null> => ({
    method: "eth_getBlockByNumber",
    params: [`0x${number.toString(16)}`, false],
    read: (result) => (result === null ? null : asHex(fieldsOf(result).hash)),
  }),
  maxPriorityFeePerGas: (): RpcCall<bigint> => ({
    method: "eth_maxPriorityFeePerGas",
    params: [],
    read: quantity,
  }),
  estimateGas: (
    { from, to, data, valueBase = 0n }: Transaction,
    block?: bigint,
  ): RpcCall<bigint> => ({
    method: "eth_estimateGas",
    params: [{ from, to, data, value: `0x${valueBase.toString(16)}` }, blockTag(block)],
    read: quantity,
  }),
};
