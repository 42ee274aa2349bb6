import type { Deps } from "../deps.ts";

/** How fast a channel is written to is its own (src/kinds/channel.ts). */
export const DELIVERY_LIMITS = {
  /** Chats of a round, sent to at once: of a Worker's six connections two stay free. */
  roundChats: 4,
  /** Of a round at worst: the take, what becomes of it, and each chat's text refused at first. */
  roundSubrequests: 10,
  /** Longer than a round takes: two sendings of 5 s one after the other, and their writes. */
  leaseMs: 60_000,
  /** Where all of a round's chats must wait; then the next round tries again. */
  longestRestMs: 60_000,
  /**
   * Behind the answer of a tick or slice shard, which leaves a Worker 30 s. A round takes its chats, a message each, and is written down: 6
   * subrequests for 4 messages, so 100 chats take 25 rounds, 150 subrequests; one more requests shards.
   */
  afterwards: { subrequests: 160, forMs: 15_000 },
  /** A delivery shard: 533 messages, in 25 s at most (developers.cloudflare.com/workers/platform/limits: 1,000 subrequests). */
  shard: { subrequests: 800, forMs: 25_000 },
  /** A shard begins every 15 s, in which a channel at 45 ms a message takes 333; with 25 s each, two are under way. */
  slotMs: 15_000,
  shardsAtOnce: 3,
  /** Shards requested at a time: five minutes of them. Each requests more where something is left. */
  maxShards: 20,
} as const;

export type OutboxDeps = Pick<Deps, "redis" | "keys" | "clock" | "newId" | "log" | "sleep" | "channels">;
