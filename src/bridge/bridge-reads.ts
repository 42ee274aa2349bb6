import {
  type Address,
  decodeEventLog,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from "viem";
import * as z from "zod";
import { hexAddress, hexData, hexHash } from "../../schemas/primitives.ts";
import { mapCall, quantity, type RpcCall, readContract } from "../chain/rpc-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";

const abi = parseAbi([
  "function fillStatuses(bytes32 relayHash) view returns (uint256)",
  "function refundVault(address token)",
]);

type FillStatus = "unfilled" | "slow fill requested" | "filled";
const STATUSES: readonly FillStatus[] = ["unfilled", "slow fill requested", "filled"];

export const bridgeReads = {
  fillStatus: (spokePool: Address, relayHash: Hex): RpcCall<FillStatus> =>
    mapCall(
      readContract({ address: spokePool, abi, functionName: "fillStatuses", args: [relayHash] }),
      (status) => {
        const known = STATUSES[Number(status)];
        if (known === undefined) throw new Error("not a status of a fill");
        return known;
      },
    ),
  /** An escrow's calldata, which any account may send. */
  refundVault: (token: Address): Hex =>
    encodeFunctionData({ abi, functionName: "refundVault", args: [token] }),
};

/** Bounds of reading a vault's logs. */
export const LOG_LIMITS = {
  /** Nodes' range; a deposit can be filled for ten minutes. */
  lookBackBlocks: 5_000n,
  /** A vault has few; more is no honest answer. */
  maxLogs: 1_000,
} as const;

/** From a bridge or a refund; the zero address is the unwrapped coin. */
export type Arrival = {
  token: Address;
  amountBase: bigint;
  opType: "transfer" | "sync";
  block: bigint;
  hash: string;
};

const arrivalAbi = parseAbi([
  "event TokensReceived(address indexed from, address indexed token, uint256 amount, uint8 indexed opType)",
]);
const TOPIC = toEventSelector("TokensReceived(address,address,uint256,uint8)");
const logs = z
  .array(
    z.object({
      address: hexAddress,
      topics: z.array(hexHash).length(4),
      data: hexData,
      blockNumber: z.unknown().transform(quantity),
      transactionHash: hexHash,
    }),
  )
  .max(LOG_LIMITS.maxLogs);

/** Oldest first; `isWrapped` includes the coin. Source: docs/facts/across.md 2. */
export const arrivalReads = {
  since: (
    { vault, token, isWrapped }: { vault: Address; token: Address; isWrapped: boolean },
    fromBlock: bigint,
  ): RpcCall<Arrival[]> => ({
    method: "eth_getLogs",
    params: [
      {
        address: vault,
        fromBlock: numberToHex(fromBlock),
        toBlock: "latest",
        topics: [
          TOPIC,
          null,
          [token, ...(isWrapped ? [zeroAddress] : [])].map((one) => pad(one, { size: 32 })),
        ],
      },
    ],
    read: (result) => logs.parse(result).map((log) => arrivalOf(log, vault)),
  }),
};

function arrivalOf(
  { address, topics, data, blockNumber, transactionHash }: z.infer<typeof logs>[number],
  vault: Address,
): Arrival {
  const [first, ...rest] = topics;
  if (first === undefined || lowerHex(address) !== vault)
    throw new Error("a log that was not requested");
  const { token, amount, opType } = decodeEventLog({
    abi: arrivalAbi,
    topics: [first, ...rest],
    data,
    strict: true,
  }).args;
  if (opType > 1) throw new Error("an arrival of no known kind");
  return {
    token: lowerHex(token),
    amountBase: amount,
    opType: opType === 0 ? "transfer" : "sync",
    block: blockNumber,
    hash: transactionHash,
  };
}
