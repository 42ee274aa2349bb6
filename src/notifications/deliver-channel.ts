import type { Deps } from "../deps.ts";
import type { ConnectedChannel, HostedChannel, Sent } from "../kinds/channel.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { type TakenChat, takeOutbox } from "../store/outbox/take-outbox.ts";
import { settleChats } from "./deliver-replies.ts";
import { DELIVERY_LIMITS, type OutboxDeps } from "./delivery-limits.ts";
import { type NotifiedChat, notifyChat } from "./notify-chat.ts";

/**
 * Delivers at least once under a stable visible id, one message a chat and round. It knows no
 * order, sleeps until channel or chat may be written to, and ends early when the channel is down or
 * asks to wait.
 */
export async function deliverChannel(
  deps: OutboxDeps,
  channel: ConnectedChannel,
  { subrequests, forMs }: OutboxBudget,
): Promise<OutboxSummary> {
  const summary: OutboxSummary = { told: 0, dropped: 0, failed: 0, left: 0 };
  const { clock } = deps;
  const { paceMs, atOnce, most } = channel.queue;
  const endMs = clock.nowMs() + forMs;
  for (
    let used = 0;
    used + DELIVERY_LIMITS.roundSubrequests <= subrequests && clock.nowMs() < endMs;
  ) {
    const taken = await takeOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      channel: channel.id,
      most,
      nowMs: clock.nowMs(),
      limit: DELIVERY_LIMITS.roundChats,
      leaseMs: DELIVERY_LIMITS.leaseMs,
      pace: { everyMs: paceMs.all, atOnce },
    });
    const againMs = clock.nowMs() + (taken.againMs ?? 0);
    used += 1;
    summary.left = taken.left;
    for (const operator of taken.unreadable) deps.log("pairing_unreadable", { operator });
    if (taken.chats.length > 0) {
      const round = await tellRound(deps, channel, taken.chats, taken.leaseUntilMs);
      used += round.requests + 1;
      summary.told += round.told;
      summary.dropped += round.dropped;
      summary.failed += round.failed;
      // Some chats' waits may be their users' doing: the others go on.
      if (round.failed === taken.chats.length) break;
    }
    // A chat with messages left may go on soon: the next take knows.
    if ((taken.chats.length === 0 && taken.againMs === undefined) || againMs >= endMs) break;
    if (againMs > clock.nowMs()) await deps.sleep(againMs - clock.nowMs());
  }
  if (summary.told + summary.dropped + summary.failed > 0)
    deps.log("outbox", { channel: channel.id, ...summary });
  return summary;
}

const ANSWERED: readonly string[] = ["delivered", "refused"] satisfies Sent["status"][];

type Round = { told: number; dropped: number; failed: number; requests: number };

/** Unwritten deliveries repeat when their lease runs out. */
async function tellRound(
  deps: OutboxDeps,
  channel: ConnectedChannel,
  chats: readonly TakenChat[],
  leaseUntilMs: number,
): Promise<Round> {
  const guarded = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      deps.log("outbox_error", {
        cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
      });
      return undefined;
    }
  };
  const ends = await inParallel(chats.length, chats, (chat) =>
    guarded(() => notifyChat(deps, channel, chat, channel.queue.paceMs.address)),
  );
  const ended = ends.filter((end): end is NotifiedChat => end !== undefined);
  const requests = ends.reduce((sum, end) => sum + (end?.requests ?? 1), 0);
  const settled =
    ended.length === 0
      ? undefined
      : await guarded(() => settleChats(deps, channel, ended, leaseUntilMs));
  if (settled === undefined) return { told: 0, dropped: 0, failed: chats.length, requests };
  const answered = ended.filter(({ outcome }) => ANSWERED.includes(outcome.status)).length;
  return {
    told: settled.delivered,
    dropped: settled.dropped,
    failed: chats.length - answered,
    requests,
  };
}

/** A round costs two subrequests, and one a chat (two after a refused text). */
export type OutboxBudget = { subrequests: number; forMs: number };
export type OutboxSummary = {
  told: number;
  /** Given up: refused for good, or tried too often. */
  dropped: number;
  /** Messages that the channel did not take, or may not have. */
  failed: number;
  /** Operators still due, for budget, pace or state. */
  left: number;
};

/** Channels that can be sent to now; the outbox keeps the others'. */
export const connectedOf = ({ channels }: Pick<Deps, "channels">): ConnectedChannel[] =>
  channels.filter(isConnected);

const isConnected = (channel: HostedChannel): channel is ConnectedChannel =>
  channel.connection !== undefined;
