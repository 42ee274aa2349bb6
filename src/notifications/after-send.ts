import type { ChannelQueue, Rendered, Sent } from "../kinds/channel.ts";
import type { OutboxItem } from "../store/outbox/outbox-item.ts";

export type Settlement = { delivered: string[]; refused: string[]; failed: string[]; nextMs: number };

/**
 * And when the chat is next. A chat that takes nothing any more ends all that was taken for it. A request of the channel to wait is no
 * failure.
 */
export function afterSend(
  outcome: Sent,
  message: Pick<Rendered, "ids">,
  items: readonly OutboxItem[],
  { nowMs, paceMs, backoff }: { nowMs: number; paceMs: number; backoff: ChannelQueue["backoff"] },
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
      return { ...nothing, failed: message.ids, nextMs: nowMs + backoff.afterMs(tries + 1) };
    }
  }
}
