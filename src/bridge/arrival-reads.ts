import { type Address, decodeEventLog, numberToHex, pad, parseAbi, toEventSelector, zeroAddress } from "viem";
import * as z from "zod";
import { hexAddress, hexData, hexHash } from "../../schemas/primitives.ts";
import { quantity } from "../chain/read-contract.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";

/** How far and how much is read of a vault's logs. */
export const LOG_LIMITS = {
  /** Nodes answer over some thousands of blocks; a deposit can be filled for ten minutes. */
  lookBackBlocks: 5_000n,
  /** A vault's own are few; a longer list is no honest answer. */
  maxLogs: 1_000,
} as const;

/** From a bridge or a refund. The zero address is the coin, unwrapped on arrival. */
export type Arrival = { token: Address; amountBase: bigint; opType: "transfer" | "sync"; block: bigint; hash: string };

const abi = parseAbi([
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

/** Of a token since a block, oldest first; of the coin too where `isWrapped`. Source: docs/facts/across.md 2. */
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
        topics: [TOPIC, null, [token, ...(isWrapped ? [zeroAddress] : [])].map((one) => pad(one, { size: 32 }))],
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
  if (first === undefined || lowerHex(address) !== vault) throw new Error("a log that was not requested");
  const { token, amount, opType } = decodeEventLog({ abi, topics: [first, ...rest], data, strict: true }).args;
  if (opType > 1) throw new Error("an arrival of no known kind");
  return {
    token: lowerHex(token),
    amountBase: amount,
    opType: opType === 0 ? "transfer" : "sync",
    block: blockNumber,
    hash: transactionHash,
  };
}
