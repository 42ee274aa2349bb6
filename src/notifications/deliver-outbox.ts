import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { type TakenChat, takeOutbox } from "../store/outbox/take-outbox.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import type { SendOutcome } from "./messenger.ts";
import { type NotifiedChat, notifyChat } from "./notify-chat.ts";
import type { OutboxDeps, Sender } from "./outbox-deps.ts";
import { settleChats } from "./settle-chats.ts";

/** Of one delivery. A round costs two subrequests and one for each chat (two where Telegram refuses its text). */
export type OutboxBudget = { subrequests: number; forMs: number };
export type OutboxSummary = {
  /** Notifications that the channel has taken. */
  told: number;
  /** Notifications that were given up: refused for good, or tried too often. */
  dropped: number;
  /** Messages that the channel did not take, or may not have. */
  failed: number;
  /** Operators who are due still: the budget, the channel's pace or its state left them for later. */
  left: number;
};

/**
 * Delivers what is due in the outbox: at least once, under a stable visible id, one message per chat and round, several
 * notifications of a chat in one message. Nothing here knows an order, so no delivery can change one. Without a channel
 * nothing is taken. Sleeps no longer than until the channel or a chat may be written to again. Ends early when the channel
 * is down or tells the bot to wait: what is left is the next delivery's.
 */
export async function deliverOutbox(deps: OutboxDeps, { subrequests, forMs }: OutboxBudget): Promise<OutboxSummary> {
  const summary: OutboxSummary = { told: 0, dropped: 0, failed: 0, left: 0 };
  const { messenger, clock } = deps;
  if (messenger === undefined) return summary;
  const endMs = clock.nowMs() + forMs;
  for (let used = 0; used + DELIVERY_LIMITS.roundSubrequests <= subrequests && clock.nowMs() < endMs; ) {
    const taken = await takeOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: clock.nowMs(),
      limit: DELIVERY_LIMITS.roundChats,
      leaseMs: DELIVERY_LIMITS.leaseMs,
      pace: { everyMs: DELIVERY_LIMITS.everyMs, atOnce: DELIVERY_LIMITS.atOnce },
    });
    const againMs = clock.nowMs() + (taken.againMs ?? 0);
    used += 1;
    summary.left = taken.left;
    for (const operator of taken.unreadable) deps.log("pairing_unreadable", { operator });
    if (taken.chats.length > 0) {
      const round = await tellRound(deps, messenger, taken.chats, taken.leaseUntilMs);
      used += round.requests + 1;
      summary.told += round.told;
      summary.dropped += round.dropped;
      summary.failed += round.failed;
      // Where only some chats must wait, their own users may have caused it by writing too much: the others go on.
      if (round.failed === taken.chats.length) break;
    }
    // A chat that got a part of its messages may go on soon: the next take knows.
    if ((taken.chats.length === 0 && taken.againMs === undefined) || againMs >= endMs) break;
    if (againMs > clock.nowMs()) await deps.sleep(againMs - clock.nowMs());
  }
  if (summary.told + summary.dropped + summary.failed > 0) deps.log("outbox", { ...summary });
  return summary;
}

const ANSWERED: readonly string[] = ["delivered", "refused"] satisfies SendOutcome["status"][];

type Round = { told: number; dropped: number; failed: number; requests: number };

/** One chat's failure is its own: its lease runs out, and what was not written down is delivered again. */
async function tellRound(
  deps: OutboxDeps,
  messenger: Sender,
  chats: readonly TakenChat[],
  leaseUntilMs: number,
): Promise<Round> {
  const guarded = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      deps.log("outbox_error", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
      return undefined;
    }
  };
  const ends = await inParallel(chats.length, chats, (chat) => guarded(() => notifyChat(deps, messenger, chat)));
  const ended = ends.filter((end): end is NotifiedChat => end !== undefined);
  const requests = ends.reduce((sum, end) => sum + (end?.requests ?? 1), 0);
  const settled = ended.length === 0 ? undefined : await guarded(() => settleChats(deps, ended, leaseUntilMs));
  if (settled === undefined) return { told: 0, dropped: 0, failed: chats.length, requests };
  const answered = ended.filter(({ outcome }) => ANSWERED.includes(outcome.status)).length;
  return { told: settled.delivered, dropped: settled.dropped, failed: chats.length - answered, requests };
}
