import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { SendOutcome } from "../notify/messenger.ts";
import { type TakenChat, takeOutbox } from "../store/scripts/take-outbox.ts";
import type { OutboxDeps, Sender } from "./outbox-deps.ts";
import { type ChatEnd, tellChat } from "./tell-chat.ts";

/** Of one delivery. A message costs two subrequests (three where Telegram refuses its text), a round of ten chats one more. */
export type OutboxBudget = { maxMessages: number; forMs: number };
export type OutboxSummary = {
  /** Notifications that the channel has taken. */
  told: number;
  /** Notifications that were given up: refused for good, or tried too often. */
  dropped: number;
  /** Messages that the channel did not take, or may not have. */
  failed: number;
  /** Something is due still that the budget or the channel's state left for later. */
  more: boolean;
};

const CHATS_PER_ROUND = 10;
const SENDS_AT_ONCE = 4;
/** Longer than a round takes: three sendings of 5 s one after the other, and their writes. */
const LEASE_MS = 60_000;

/**
 * Tells what is due in the outbox: at least once, under a stable visible id, one message per chat and round, several
 * notifications of a chat in one message. Nothing here knows an order, so no delivery can change one. Without a channel
 * nothing is taken. Ends early when the channel is down or asks everybody to wait: what is left is the next delivery's.
 */
export async function deliverOutbox(deps: OutboxDeps, { maxMessages, forMs }: OutboxBudget): Promise<OutboxSummary> {
  const summary: OutboxSummary = { told: 0, dropped: 0, failed: 0, more: false };
  const { messenger } = deps;
  if (messenger === undefined) return summary;
  const startMs = deps.clock.nowMs();
  for (let left = maxMessages; left > 0 && deps.clock.nowMs() - startMs < forMs; ) {
    const { chats, leaseUntilMs, more, unreadable } = await takeOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      limit: Math.min(left, CHATS_PER_ROUND),
      leaseMs: LEASE_MS,
    });
    for (const operator of unreadable) deps.log("pairing_unreadable", { operator });
    const ends = await inParallel(SENDS_AT_ONCE, chats, (chat) => guarded(deps, messenger, chat, leaseUntilMs));
    for (const end of ends) {
      summary.told += end.told;
      summary.dropped += end.dropped;
      if (!ANSWERED.includes(end.status)) summary.failed += 1;
    }
    summary.more = more;
    left -= chats.length;
    // A chat that asks to wait may have been written to too often by its own user's doing: the others go on.
    if (!more || !ends.some(({ status }) => ANSWERED.includes(status))) break;
  }
  if (summary.told + summary.dropped + summary.failed > 0) deps.log("outbox", { ...summary });
  return summary;
}

const ANSWERED: readonly string[] = ["delivered", "refused"] satisfies SendOutcome["status"][];

/** One chat's failure is its own: its lease runs out, and what was not written down is told again. */
async function guarded(deps: OutboxDeps, messenger: Sender, chat: TakenChat, leaseUntilMs: number): Promise<ChatEnd> {
  try {
    return await tellChat(deps, messenger, { chat, leaseUntilMs });
  } catch (error) {
    deps.log("outbox_error", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
    return { status: "unknown", told: 0, dropped: 0, left: 0, nextMs: leaseUntilMs };
  }
}
