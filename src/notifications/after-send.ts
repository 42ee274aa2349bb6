import { backoffMs } from "../lib/backoff-ms.ts";
import type { OutboxItem } from "../store/outbox/outbox-item.ts";
import type { PlannedMessage } from "../telegram/plan-messages.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import type { SendOutcome } from "./messenger.ts";

export type Settlement = { delivered: string[]; refused: string[]; failed: string[]; nextMs: number };

/**
 * What one sending means for the notifications of a chat, and when the chat is next. A chat that takes nothing any more
 * ends all that was taken for it. A request of the channel to wait is no failure of the notification.
 */
export function afterSend(
  outcome: SendOutcome,
  message: Pick<PlannedMessage, "ids">,
  items: readonly OutboxItem[],
  nowMs: number,
  paceMs: number = DELIVERY_LIMITS.chatPaceMs,
): Settlement {
  const nothing = { delivered: [], refused: [], failed: [], nextMs: nowMs + paceMs };
  switch (outcome.status) {
    case "delivered":
      return { ...nothing, delivered: message.ids };
    case "retry_after":
      return { ...nothing, nextMs: nowMs + Math.max(paceMs, outcome.seconds * 1_000) };
    case "refused":
      return { ...nothing, refused: outcome.what === "chat" ? items.map(({ id }) => id) : message.ids };
    case "unknown": {
      const tries = items.find(({ id }) => id === message.ids[0])?.tries ?? 0;
      return { ...nothing, failed: message.ids, nextMs: nowMs + backoffMs(tries + 1) };
    }
  }
}
