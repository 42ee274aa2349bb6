import type { KeyLine } from "../kernel/key-line.ts";

const HOUR_SEC = 3_600;

/** Notifications that are to be delivered. */
export const OUTBOX_KEYS = {
  /** HASH notification id -> `{operator, payload, chatId, kind}`; chatId where it is for one chat alone, kind where its writer knew one. */
  outbox: { template: "outbox", ttlSec: null },
  /** ZSET operator -> ms when its alarms, or the rest of a delivery, are due. A leased queue stands at its lease's end. */
  outboxDue: { template: "outbox-due", ttlSec: null },
  /** ZSET operator -> the same for the course of its orders: taken where no operator is left in `outboxDue`. */
  outboxLater: { template: "outbox-later", ttlSec: null },
  /** HASH notification id -> how often its sending failed. */
  outboxTries: { template: "outbox-tries", ttlSec: null },
  /** LIST, the queue of what is delivered first: notification ids of one operator, oldest first. */
  outboxOf: { template: "outbox-of:{operator}", ttlSec: null },
  /** LIST, the queue of the kinds that are delivered later (schemas/notified-later.ts), oldest first. */
  outboxLaterOf: { template: "outbox-later-of:{operator}", ttlSec: null },
  /** STRING, ms up to and including which nothing is sent to this chat: a lease, the pace, or the channel's own wait. */
  outboxChat: { template: "outbox-chat:{chatId}", ttlSec: 24 * HOUR_SEC },
  /** STRING, JSON of the message that shows an order in its chat (order-card.ts). It is edited as the order goes on. */
  orderCard: { template: "order-card:{vault}:{orderId}", ttlSec: 90 * 24 * HOUR_SEC },
  /** STRING, ms to which the channel's messages a second are given away, to all chats together (GCRA). */
  outboxPace: { template: "outbox-pace", ttlSec: HOUR_SEC },
  /** HASH reason -> how many notifications were given up for it: refused, exhausted, overflow, unpaired, unreadable. */
  outboxDropped: { template: "outbox-dropped", ttlSec: null },
} as const satisfies Record<string, KeyLine>;
