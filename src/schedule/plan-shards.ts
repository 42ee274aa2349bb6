import type { ChainId } from "../../schemas/chains.ts";
import { SCHEDULE_ROUTES } from "../../schemas/schedule-routes.ts";
import type { TickShard } from "../../schemas/tick-shard.ts";
import { WATCHED_PER_ORDER } from "../store/orders/watched-per-order.ts";
import type { QueuedCall } from "./publisher.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";

/** What is due beyond a tick's own claim. */
type Left = readonly {
  chainId: ChainId;
  orders: number;
  attempts: number;
  watched: number;
  venueOrders?: number | undefined;
}[];

/** Of the schedule: two ticks within one are the same tick, delivered twice. */
const WINDOW_MS = 300_000;

/**
 * Each is a message that the queue's plan counts: full ones per chain, and what is left of the chains together in shards of them all. Their
 * deduplication ids are the window's, the chains' and the shard's: a tick that comes twice queues nothing twice.
 */
export function planShards(left: Left, tickMs: number): QueuedCall[] {
  const { shardBatch } = SCHEDULE_LIMITS;
  const needs = left.map(({ chainId, orders, attempts, watched, venueOrders = 0 }) => {
    const need = Math.ceil(Math.max(orders, attempts, watched / WATCHED_PER_ORDER, venueOrders));
    return { chainId, full: Math.floor(need / shardBatch), rest: need % shardBatch };
  });
  const rests = needs.filter(({ rest }) => rest > 0);
  const [only] = rests.length === 1 ? rests : [];
  const joint = Math.ceil(rests.reduce((sum, { rest }) => sum + rest, 0) / shardBatch);
  return [
    ...needs.flatMap(({ chainId, full }) => numbered(full).map((shard) => shardCall([chainId], shard, tickMs))),
    ...numbered(joint).map((shard) =>
      shardCall(
        rests.map(({ chainId }) => chainId),
        shard + (only?.full ?? 0),
        tickMs,
      ),
    ),
  ];
}

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function shardCall(chainIds: ChainId[], shard: number, tickMs: number): QueuedCall {
  const isOfOne = chainIds.length === 1;
  return {
    path: SCHEDULE_ROUTES.shard,
    body: { chainIds, shard, tick: tickMs } satisfies TickShard,
    deduplicationId: `${Math.floor(tickMs / WINDOW_MS)}-${chainIds.join(".")}-${shard}`,
    // Those of several chains are few: less than one full one of each chain.
    flow: {
      key: isOfOne ? `sextant-chain-${chainIds[0]}` : "sextant-chains",
      parallelism: SCHEDULE_LIMITS.shardsAtOnce,
    },
  };
}
