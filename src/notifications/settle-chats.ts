import type { ConnectedChannel } from "../kinds/channel.ts";
import { settleOutbox } from "../store/outbox/settle-outbox.ts";
import { DELIVERY_LIMITS, type OutboxDeps } from "./delivery-limits.ts";
import type { NotifiedChat } from "./notify-chat.ts";

/**
 * A channel does not say whether a wait means the chat or the sender: where two chats and more must wait and none took anything, it means
 * the sender, who rests until none may go at once.
 * @throws store_unavailable
 */
export async function settleChats(
  { redis, keys, clock, newId }: Pick<OutboxDeps, "redis" | "keys" | "clock" | "newId">,
  { id, queue }: Pick<ConnectedChannel, "id" | "queue">,
  chats: readonly NotifiedChat[],
  leaseUntilMs: number,
): Promise<{ delivered: number; dropped: number; left: number }> {
  const { paceMs, atOnce, backoff } = queue;
  const nowMs = clock.nowMs();
  const waitsMs = chats.flatMap(({ outcome }) => (outcome.status === "retry_after" ? [outcome.seconds * 1_000] : []));
  const isTheSender = waitsMs.length > 1 && !chats.some(({ outcome }) => outcome.status === "delivered");
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
      restUntilMs: nowMs + Math.min(DELIVERY_LIMITS.longestRestMs, ...waitsMs) + (atOnce + 1) * paceMs.all,
    }),
  });
}
