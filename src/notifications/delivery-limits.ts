import type { Deps } from "../deps.ts";

/** Limits of delivery; a channel's own pace is in src/kinds/channel.ts. */
export const DELIVERY_LIMITS = {
  /** Two of a Worker's six connections stay free. */
  roundChats: 4,
  /** At worst: take, settlement, and each chat's text refused at first. */
  roundSubrequests: 10,
  /** Longer than a round: two sendings of 5 s in a row, and their writes. */
  leaseMs: 60_000,
  /** Then it is tried again. */
  longestRestMs: 60_000,
  /**
   * After a tick's or shard's answer, which leaves 30 s. A round takes 6 subrequests for 4
   * messages, so 100 chats take 25 rounds, 150 subrequests; one more requests shards.
   */
  afterwards: { subrequests: 160, forMs: 15_000 },
  /**
   * A delivery shard: 533 messages, in 25 s at most
   * (developers.cloudflare.com/workers/platform/limits: 1,000 subrequests).
   */
  shard: { subrequests: 800, forMs: 25_000 },
  /**
   * Interval of shards, in which a channel at 45 ms takes 333 messages; with 25 s each, two
   * overlap.
   */
  slotMs: 15_000,
  shardsAtOnce: 3,
  /** Five minutes of shards; each requests more for the rest. */
  maxShards: 20,
} as const;

export type OutboxDeps = Pick<
  Deps,
  "redis" | "keys" | "clock" | "newId" | "log" | "sleep" | "channels"
>;
