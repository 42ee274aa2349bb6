import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

/** Each channel has its own outbox. */
export const OUTBOX_KEYS = {
  /**
   * HASH notification id -> `{operator, payload, chatId, later, makesRoom, card}`
   * (schemas/notices/notice-ways.ts); chatId: for that chat alone.
   */
  outbox: kept("outbox:{channel}"),
  /**
   * ZSET operator -> ms when alarms, or the rest of a delivery, are due. A leased queue stands at
   * its lease's end.
   */
  outboxDue: kept("outbox-due:{channel}"),
  /** ZSET operator -> ms for the course of its orders: taken when `outboxDue` has nobody left. */
  outboxLater: kept("outbox-later:{channel}"),
  /** HASH notification id -> failed sendings. */
  outboxTries: kept("outbox-tries:{channel}"),
  /** LIST of notification ids delivered first, oldest first. */
  outboxOf: kept("outbox-of:{channel}:{operator}"),
  /** LIST of those delivered later (schemas/notices/notice-ways.ts), oldest first. */
  outboxLaterOf: kept("outbox-later-of:{channel}:{operator}"),
  /**
   * STRING, ms up to and including which nothing is sent to this chat: a lease, the pace, or the
   * channel's wait.
   */
  outboxChat: { template: "outbox-chat:{channel}:{chatId}", ttlSec: 24 * HOUR_SEC },
  /**
   * STRING, JSON of the message shown last (outbox-item.ts): a bare yes answers no other. `leaseMs`
   * while something may be under way.
   */
  chatShown: { template: "chat-shown:{channel}:{chatId}", ttlSec: HOUR_SEC },
  /** STRING, JSON OrderCard, edited as the order goes on. */
  orderCard: { template: "order-card:{channel}:{vault}:{orderId}", ttlSec: 90 * 24 * HOUR_SEC },
  /** STRING, ms until which the channel's pace is given away (GCRA). */
  outboxPace: { template: "outbox-pace:{channel}", ttlSec: HOUR_SEC },
  /** HASH refused, exhausted, overflow, unpaired, unreadable -> notifications given up. */
  outboxDropped: kept("outbox-dropped"),
} as const satisfies Record<string, KeyLine>;
