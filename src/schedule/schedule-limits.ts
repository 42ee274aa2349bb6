import { SLICE_COSTS } from "../kinds/order-kind.ts";

/**
 * Keeps each Worker call within 900 of its 1,000 subrequests
 * (developers.cloudflare.com/workers/platform/limits) and each claim within its lease.
 */
export const SCHEDULE_LIMITS = {
  /**
   * Orders of one tick's claim, as many attempts and four times as many ended ones; shards take the
   * rest.
   */
  tickBatch: 20,
  tickBatches: 10,
  tickMs: 60_000,
  /**
   * Orders of a shard, and as many attempts. Without second tries a slice takes 11 subrequests
   * (venue 2; RPC 3 reads, send, amounts; Redis prepare 2, finish 2; its share of receipts or
   * adapter code) and an attempt 7: 40 x 18 = 720, with `raise-loss` 40 x 20 = 800. A mined attempt
   * takes 2, so 40 slices fit behind 40 such ends: 40 x (2 + 11) = 520. A first try takes 4 when
   * unanswered (venue and a read, each at two nodes), so all second tries fit: 40 x (4 + 18) = 880.
   * Messages: of 100 due orders two shards take 80; with the schedule's own 288 x 3 = 864 a day of
   * QStash's 1,000 (upstash.com/pricing/qstash).
   */
  shardBatch: 40,
  /** All of them use the same nodes and venues. */
  shardsAtOnce: 10,
  vaultsAtOnce: 10,
  nonceQueuesAtOnce: 4,
  /** Longer than any slice takes; then a dead worker's orders come back. */
  leaseMs: 120_000,
  /** No attempt begins after it: a dead node must leave the slices their time. */
  resolveMs: 30_000,
  /** See shardBatch. */
  sliceNeeds: SLICE_COSTS.needs,
  /**
   * By then throttling by the second is over. Half a lease is left for two slices of 30 s, the
   * longest.
   */
  secondTryAfterMs: 2_000,
  secondTryWithinMs: 60_000,
  /** At most, with operators' commands in between (MAX_TRIES of finish-order.ts). */
  endSubrequests: 4,
  /** Every RPC read at a second node too, and writes that met an operator's command. */
  sliceSubrequests: SLICE_COSTS.reserves,
  /** One write, once more. */
  warningSubrequests: 2,
  /**
   * A kind's orders on a chain: one RPC request, at a second node too, and one write, once more. A
   * met one counts as a run before that.
   */
  lookSubrequests: 4,
  /** One write, once more. */
  shareSubrequests: 2,
  attemptSubrequests: 15,
  attemptNeeds: 7,
  /**
   * Four RPC requests, at a second node too, three to the venue's API, two for writing. Looks use
   * what attempts and slices leave; the rest waits for the next tick.
   */
  venueLookSubrequests: 13,
  venueLooksAtOnce: 4,
  /** One write and one broadcast, each once more. */
  holeSubrequests: 3,
  /**
   * The other 100 are for RPC batches that must be cut (96 at most, create-deps.ts), which no plan
   * reserves.
   */
  subrequests: 900,
  /**
   * A tick's outbox (160, src/notifications/delivery-limits.ts), seals (four logs) and alarm (20
   * pages) after its answer.
   */
  tickAfterwards: 200,
  sealSubrequests: 20,
  /**
   * A round of samples: two trips to the store; of 100 vaults 300 calls in 11 RPC requests at most
   * and the head of eight chains, all at a second node too. A tick without room leaves it to the
   * next one.
   */
  sampleSubrequests: 40,
  /** Of a shard. */
  sampleRounds: 20,
  sampleShards: 10,
} as const;

export type SubrequestPlan = {
  left(): number;
  /** Reserves `cost` while `work` runs; undefined: no room, nothing runs. */
  start<T>(cost: number, work: () => Promise<T>): Promise<T> | undefined;
  /** The same plan, less `kept` for later work. */
  keeping(kept: number): SubrequestPlan;
};

/**
 * Starts only what can end: a slice cut short would leave a broadcast without its outcome. `used`
 * counts real requests; running work keeps its whole reserve.
 */
export function createSubrequestPlan(used: () => number, limit: number): SubrequestPlan {
  let reserved = 0;
  const keeping = (kept: number): SubrequestPlan => {
    const left = () => limit - used() - reserved - kept;
    return {
      left,
      start: (cost, work) => {
        if (left() < cost) return undefined;
        reserved += cost;
        return work().finally(() => {
          reserved -= cost;
        });
      },
      keeping: (more) => keeping(kept + more),
    };
  };
  return keeping(0);
}
