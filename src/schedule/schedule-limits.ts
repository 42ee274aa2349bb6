import { SLICE_COSTS } from "../kinds/slice-costs.ts";

/**
 * Each Worker call stays within 900 of its 1,000 subrequests (developers.cloudflare.com/workers/platform/limits) and every claim within its
 * lease.
 */
export const SCHEDULE_LIMITS = {
  /** Of one claim of a tick, as many attempts and four times as many ended ones; what is beyond goes to shards. */
  tickBatch: 20,
  /** Claims of a tick that has no queue to publish to, within this time. */
  tickBatches: 10,
  tickMs: 60_000,
  /**
   * Orders, and as many attempts, of one shard. Without second tries a slice takes 11 subrequests at most (venue 2; RPC
   * 3 reads, send, amounts; Redis prepare 2, finish 2; its share of the receipts, as of a remapped adapter's code) and an
   * attempt 7: 40 x 18 = 720. Where the check before broadcast finds a larger loss than is held, each takes one more
   * (`raise-loss`): 40 x 20 = 800. An attempt whose transaction is mined takes 2, so that the slices which 40 such ends make
   * due fit behind them: 40 x (2 + 11) = 520. An unanswered first try takes 4 (venue and a read, each at two nodes at
   * most), so a second one of all 40 fits, too: 40 x (4 + 18) = 880. What does not fit is not begun and comes back with its lease.
   * In messages: of 100 due orders 80 are left for two shards, whichever chains they are on. With the schedule's own that is
   * 288 x 3 = 864 a day of the 1,000 of QStash's smallest plan, where each delivery counts (upstash.com/pricing/qstash).
   */
  shardBatch: 40,
  /** Shards of one chain under way at once: all of them call the same nodes and venues. */
  shardsAtOnce: 10,
  vaultsAtOnce: 10,
  nonceQueuesAtOnce: 4,
  /** Longer than any slice takes; a dead worker's orders come back after it. */
  leaseMs: 120_000,
  /** Then no further attempt is looked after: a node that is down must not use up the time of the slices. */
  resolveMs: 30_000,
  /** Its most without second tries (see shardBatch). */
  sliceNeeds: SLICE_COSTS.needs,
  /**
   * So long after all others of its claim: throttling by the second is over by then. Not after half a lease: two slices of 30 s each, the
   * longest, must end within the other half.
   */
  secondTryAfterMs: 2_000,
  secondTryWithinMs: 60_000,
  /** At most, operators' commands in between included (MAX_TRIES of finish-order.ts). */
  endSubrequests: 4,
  /** While it runs: with every RPC read at a second node, too, and writes that met an operator's command. */
  sliceSubrequests: SLICE_COSTS.reserves,
  /** One write, once more. Without room the next slice brings it. */
  warningSubrequests: 2,
  /**
   * All orders of a kind on a chain: one RPC request, at a second node, too, and one write, once more. One that is met is a run; before that
   * it is counted as one.
   */
  lookSubrequests: 4,
  /** The calls of all that are met, taken from their venues' shares: one write, once more. */
  shareSubrequests: 2,
  attemptSubrequests: 15,
  /** What an attempt takes at most without second tries. */
  attemptNeeds: 7,
  /**
   * Four RPC requests, each at a second node, too, three to the venue's API, and its writing (2). Looks begin with what attempts and slices
   * leave; what has no room comes with the next tick.
   */
  venueLookSubrequests: 13,
  venueLooksAtOnce: 4,
  /** A nonce gap that is filled: one write and one broadcast, each once more. */
  holeSubrequests: 3,
  /** The other 100 are for RPC batches that must be cut (96 at most, create-deps.ts), which no plan reserves. */
  subrequests: 900,
  /** A tick's outbox (160, src/notifications/delivery-limits.ts), seals (four logs) and alarm (20 pages) after its answer. */
  tickAfterwards: 200,
  sealSubrequests: 20,
} as const;

export type SubrequestPlan = {
  /** What is neither used nor reserved. */
  left(): number;
  /** Reserved until it ends; undefined, and nothing runs, when they are not there. */
  start<T>(cost: number, work: () => Promise<T>): Promise<T> | undefined;
  /** The same plan for work that must leave so many to what comes after it. */
  keeping(kept: number): SubrequestPlan;
};

/**
 * Starts only what can also be ended: without subrequests in the middle of a slice a broadcast would be left without its outcome. `used`
 * counts requests really made; what runs keeps its whole reserve.
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
