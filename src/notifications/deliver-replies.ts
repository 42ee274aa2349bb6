import type { ConnectedChannel } from "../kinds/channel.ts";
import { settleOutbox } from "../store/outbox/settle-outbox.ts";
import { takeOutbox } from "../store/outbox/take-outbox.ts";
import { DELIVERY_LIMITS, type OutboxDeps } from "./delivery-limits.ts";
import { type NotifiedChat, notifyChat } from "./notify-chat.ts";

const LOOK_AGAIN_MS = 500;
/** By then the other delivery, a rest after a failure, or the conversation is over. */
const REST_MS = 30_000;

/**
 * Delivers to a waiting operator for `forMs`, at a conversation's pace, waiting for another
 * delivery's lease. Gives the next look, null: nothing is left. Ticks deliver it in any case.
 */
export async function deliverReplies(
  deps: OutboxDeps,
  channel: ConnectedChannel,
  operator: string,
  forMs: number,
): Promise<number | null> {
  const { paceMs, atOnce, most } = channel.queue;
  const endMs = deps.clock.nowMs() + forMs;
  while (deps.clock.nowMs() < endMs) {
    const taken = await takeOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      channel: channel.id,
      most,
      nowMs: deps.clock.nowMs(),
      limit: 1,
      leaseMs: DELIVERY_LIMITS.leaseMs,
      pace: { everyMs: paceMs.all, atOnce: atOnce + 1 },
      operator,
    });
    const [chat] = taken.chats;
    if (chat === undefined && !taken.waiting) return null;
    if (chat !== undefined) {
      const notified = await notifyChat(deps, channel, chat, paceMs.talk);
      const { left } = await settleChats(deps, channel, [notified], taken.leaseUntilMs);
      if (left === 0) return null;
      const { status } = notified.outcome;
      if (status !== "delivered" && status !== "refused") return notified.nextMs;
    }
    await deps.sleep(LOOK_AGAIN_MS);
  }
  return endMs + REST_MS;
}

/**
 * Writes deliveries down. Channels do not say who must wait: two waiting chats and no delivery mean
 * the sender, who rests until none may go at once. @throws store_unavailable
 */
export async function settleChats(
  { redis, keys, clock, newId }: Pick<OutboxDeps, "redis" | "keys" | "clock" | "newId">,
  { id, queue }: Pick<ConnectedChannel, "id" | "queue">,
  chats: readonly NotifiedChat[],
  leaseUntilMs: number,
): Promise<{ delivered: number; dropped: number; left: number }> {
  const { paceMs, atOnce, backoff } = queue;
  const nowMs = clock.nowMs();
  const waitsMs = chats.flatMap(({ outcome }) =>
    outcome.status === "retry_after" ? [outcome.seconds * 1_000] : [],
  );
  const isTheSender =
    waitsMs.length > 1 && !chats.some(({ outcome }) => outcome.status === "delivered");
  return settleOutbox.run(redis, keys, {
    requestId: newId(),
    channel: id,
    nowMs,
    chats: chats.map(({ chatId, operators, nextMs, outcome, shown }) => ({
      ...{ chatId, operators, nextMs },
      ...(shown !== undefined && { shown: shown === null ? "" : JSON.stringify(shown) }),
      goesOn: outcome.status === "delivered",
    })),
    leaseUntilMs,
    delivered: chats.flatMap(({ delivered }) => delivered),
    cards: chats.flatMap(({ cards }) => cards),
    refused: chats.flatMap(({ refused }) => refused),
    failed: chats.flatMap(({ failed }) => failed),
    maxTries: backoff.tries,
    ...(isTheSender && {
      restUntilMs:
        nowMs + Math.min(DELIVERY_LIMITS.longestRestMs, ...waitsMs) + (atOnce + 1) * paceMs.all,
    }),
  });
}
