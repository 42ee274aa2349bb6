/**
 * How fast notifications leave, and how much one Worker call takes on. Telegram's limits are about 30 messages a second to
 * all chats together and one a second to a chat (core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 *
 * A message every 45 ms is 6,666 in a tick's five minutes: so many operators can get an alarm within one tick, and
 * 13,333 any notification within two. With 10,000 operators who have something new every five minutes (33 a second, more than
 * any bot may send) each is notified every 450 s, of all of it in one message or a few.
 */
export const DELIVERY_LIMITS = {
  /** In any second 1,000 / 45 and those at once: 28 at most. */
  everyMs: 45,
  atOnce: 6,
  /** An answer that an operator waits for may go one further: 29. */
  repliesAtOnce: 7,
  /** To a chat; 20 a minute, what a group takes. */
  chatPaceMs: 3_000,
  /** To a chat in a conversation. */
  replyPaceMs: 1_000,
  /** Chats of a round, sent to at once: of a Worker's six connections two stay free. */
  roundChats: 4,
  /** Of a round at worst: the take, what becomes of it, and each chat's text refused at first. */
  roundSubrequests: 10,
  /** Longer than a round takes: two sendings of 5 s one after the other, and their writes. */
  leaseMs: 60_000,
  /** Where all of a round's chats must wait, the bot rests, but no longer than this: the next round tries again. */
  longestRestMs: 60_000,
  /**
   * Behind the answer of a tick or slice shard, which leaves a Worker 30 s. A round takes its chats, a message each, and is
   * written down: 6 subrequests for 4 messages, so 100 chats take 25 rounds, 150 subrequests; one more requests shards.
   */
  afterwards: { subrequests: 160, forMs: 15_000 },
  /** A delivery shard: 533 messages, in 25 s at most (developers.cloudflare.com/workers/platform/limits: 1,000 subrequests). */
  shard: { subrequests: 800, forMs: 25_000 },
  /** A shard begins every 15 s, in which the channel takes 333 messages; with 25 s each, two are under way. */
  slotMs: 15_000,
  shardChats: 333,
  shardsAtOnce: 3,
  /** Shards requested at a time: five minutes of them. Each requests more where something is left. */
  maxShards: 20,
} as const;
