import { type Address, type Hash, numberToHex, toEventSelector } from "viem";
import * as z from "zod";
import { hexAddress, hexHash } from "../../schemas/primitives.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { LOG_LIMITS } from "./log-limits.ts";

const TOPIC = toEventSelector("CrossChainTransferInitiated(address,uint256,address,uint256,uint8,address)");
const logs = z.array(z.object({ address: hexAddress, transactionHash: hexHash })).max(LOG_LIMITS.maxLogs);

/** Transactions in which a vault sent something to another chain since a block, newest first. Source: docs/facts/across.md 1. */
export const departureReads = {
  since: (vault: Address, fromBlock: bigint): RpcCall<Hash[]> => ({
    method: "eth_getLogs",
    params: [{ address: vault, fromBlock: numberToHex(fromBlock), toBlock: "latest", topics: [TOPIC] }],
    read: (result) => {
      const own = logs.parse(result).map(({ address, transactionHash }) => {
        if (lowerHex(address) !== vault) throw new Error("a log that was not requested");
        return lowerHex(transactionHash);
      });
      return [...new Set(own)].reverse();
    },
  }),
};
