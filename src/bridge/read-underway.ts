import { type Address, type Hash, numberToHex, toEventSelector } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { hexAddress, hexHash } from "../../schemas/primitives.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import type { Deps } from "../deps.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { LOG_LIMITS } from "./log-limits.ts";
import { lookAtSent, type Underway } from "./look-at-sent.ts";

/** Each is two requests, one per chain. Of more the newest are told. */
const MOST_LOOKED_AT = 3;

/**
 * In the chains' last 5,000 blocks, by whomever it was signed: the vault's own events say it, newest first. Two requests a chain where
 * nothing was sent, four at most, each in the batch of what else is read in that turn.
 */
export async function readUnderway(
  deps: Pick<Deps, "chain" | "env">,
  vault: Address,
  chains: readonly ChainId[],
): Promise<Underway> {
  const found = await Promise.all(chains.map((source) => fromOne(deps, vault, source)));
  return { deposits: found.flatMap(({ deposits }) => deposits), unread: found.flatMap(({ unread }) => unread) };
}

async function fromOne(deps: Pick<Deps, "chain" | "env">, vault: Address, source: ChainId): Promise<Underway> {
  const { rpc } = deps.chain(source);
  const [head] = await rpc.send([blockReads.latest()]);
  if (!head.ok) return { deposits: [], unread: [source] };
  const { number } = head.value;
  const since = number > LOG_LIMITS.lookBackBlocks ? number - LOG_LIMITS.lookBackBlocks : 0n;
  const [hashes] = await rpc.send([departureReads.since(vault, since)]);
  if (!hashes.ok) return { deposits: [], unread: [source] };
  const newest = hashes.value.slice(0, MOST_LOOKED_AT);
  return lookAtSent(
    deps,
    vault,
    newest.map((hash) => ({ hash, source })),
  );
}

const TOPIC = toEventSelector("CrossChainTransferInitiated(address,uint256,address,uint256,uint8,address)");
const logs = z.array(z.object({ address: hexAddress, transactionHash: hexHash })).max(LOG_LIMITS.maxLogs);

/** Since a block, newest first. Source: docs/facts/across.md 1. */
const departureReads = {
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
