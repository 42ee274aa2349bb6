import { takeOutbox } from "../store/outbox/take-outbox.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import { notifyChat } from "./notify-chat.ts";
import type { OutboxDeps } from "./outbox-deps.ts";
import { settleChats } from "./settle-chats.ts";

const LOOK_AGAIN_MS = 500;
/** Whoever has the chat, or the failure it rests after, is done with it by then, or it is no conversation any more. */
const REST_MS = 30_000;

/**
 * Tells one operator what is in the outbox for him, for so long, at the pace of a conversation: he waits for it.
 * While somebody else tells his chat something, its turn is waited for. Answers when to look again where something is left,
 * because the channel did not take it or `forMs` is over; null: nothing is. The ticks tell it in any case.
 */
export async function deliverReplies(deps: OutboxDeps, operator: string, forMs: number): Promise<number | null> {
  const { messenger } = deps;
  if (messenger === undefined) return null;
  const endMs = deps.clock.nowMs() + forMs;
  while (deps.clock.nowMs() < endMs) {
    const taken = await takeOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      limit: 1,
      leaseMs: DELIVERY_LIMITS.leaseMs,
      pace: { everyMs: DELIVERY_LIMITS.everyMs, atOnce: DELIVERY_LIMITS.repliesAtOnce },
      operator,
    });
    const [chat] = taken.chats;
    if (chat === undefined && !taken.waiting) return null;
    if (chat !== undefined) {
      const told = await notifyChat(deps, messenger, chat, DELIVERY_LIMITS.replyPaceMs);
      const { left } = await settleChats(deps, [told], taken.leaseUntilMs);
      if (left === 0) return null;
      const { status } = told.outcome;
      if (status !== "delivered" && status !== "refused") return told.nextMs;
    }
    await deps.sleep(LOOK_AGAIN_MS);
  }
  return endMs + REST_MS;
}
