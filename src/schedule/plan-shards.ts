import type { ChainId } from "../../schemas/chains.ts";
import type { TwapShard } from "../../schemas/twap-shard.ts";
import { WATCHED_PER_ORDER } from "../store/watched-per-order.ts";
import type { QueuedCall } from "./publisher.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import { SHARD_PATH } from "./shard-path.ts";

/** What is due beyond a tick's own claim. */
type Left = readonly { chainId: ChainId; orders: number; attempts: number; watched: number }[];

/** Of the schedule: two ticks within one are the same tick, delivered twice. */
const WINDOW_MS = 300_000;

/**
 * As many shards per chain as what is left there needs. Their deduplication ids are the window's, the chain's and the shard's:
 * a tick that comes twice queues nothing twice.
 */
export function planShards(left: Left, tickMs: number): QueuedCall[] {
  const { shardBatch, shardsAtOnce } = SCHEDULE_LIMITS;
  return left.flatMap(({ chainId, orders, attempts, watched }) =>
    Array.from(
      { length: Math.ceil(Math.max(orders, attempts, watched / WATCHED_PER_ORDER) / shardBatch) },
      (_, shard) => ({
        path: SHARD_PATH,
        body: { chainId, shard, tick: tickMs } satisfies TwapShard,
        deduplicationId: `${Math.floor(tickMs / WINDOW_MS)}-${chainId}-${shard}`,
        flow: { key: `sextant-chain-${chainId}`, parallelism: shardsAtOnce },
      }),
    ),
  );
}
