import { settleOutbox } from "../store/outbox/settle-outbox.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import type { NotifiedChat } from "./notify-chat.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

/** With the waits of backoffMs these are about a day. */
const MAX_TRIES = 50;

/**
 * Writes down what became of a round. Telegram says how long to wait and not whether it means the chat or the bot: where
 * two chats and more must wait and none took anything, it means the bot, which rests until none may go at once.
 * @throws store_unavailable
 */
export async function settleChats(
  { redis, keys, clock, newId }: Pick<OutboxDeps, "redis" | "keys" | "clock" | "newId">,
  chats: readonly NotifiedChat[],
  leaseUntilMs: number,
): Promise<{ delivered: number; dropped: number; left: number }> {
  const { longestRestMs, repliesAtOnce, everyMs } = DELIVERY_LIMITS;
  const nowMs = clock.nowMs();
  const waitsMs = chats.flatMap(({ outcome }) => (outcome.status === "retry_after" ? [outcome.seconds * 1_000] : []));
  const isTheBot = waitsMs.length > 1 && !chats.some(({ outcome }) => outcome.status === "delivered");
  return settleOutbox.run(redis, keys, {
    requestId: newId(),
    nowMs,
    chats: chats.map(({ chatId, operators, nextMs, outcome }) => ({
      ...{ chatId, operators, nextMs },
      goesOn: outcome.status === "delivered",
    })),
    leaseUntilMs,
    delivered: chats.flatMap(({ delivered }) => delivered),
    cards: chats.flatMap(({ cards }) => cards),
    refused: chats.flatMap(({ refused }) => refused),
    failed: chats.flatMap(({ failed }) => failed),
    maxTries: MAX_TRIES,
    ...(isTheBot && { restUntilMs: nowMs + Math.min(longestRestMs, ...waitsMs) + repliesAtOnce * everyMs }),
  });
}
