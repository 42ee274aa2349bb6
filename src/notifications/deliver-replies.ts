import type { ConnectedChannel } from "../kinds/channel.ts";
import { takeOutbox } from "../store/outbox/take-outbox.ts";
import { DELIVERY_LIMITS, type OutboxDeps } from "./delivery-limits.ts";
import { notifyChat } from "./notify-chat.ts";
import { settleChats } from "./settle-chats.ts";

const LOOK_AGAIN_MS = 500;
/** The delivery that leases the chat, or its rest after a failure, is over, or it is no conversation any more. */
const REST_MS = 30_000;

/**
 * For `forMs` at most, at the pace of a conversation: the operator waits for it. While another delivery holds the chat, it waits its turn.
 * Gives when to look again where something is left; null: nothing is. The ticks deliver it in any case.
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
