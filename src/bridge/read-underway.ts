import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { Deps } from "../deps.ts";
import { departureReads } from "./departure-reads.ts";
import { LOG_LIMITS } from "./log-limits.ts";
import { lookAtSent, type Underway } from "./look-at-sent.ts";

/** Each is two requests: one per chain. A caller who sends more at once is told of the newest. */
const MOST_LOOKED_AT = 3;

/**
 * What a vault sent from these chains in their last 5,000 blocks and has not arrived: by whomever it was signed, since its own events say
 * it, the newest of each chain first. Two requests a chain where nothing was sent, four at most, each in the batch of whatever else is read in that turn.
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
