import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

/** Each channel has an outbox of its own, by its id. */
export const OUTBOX_KEYS = {
  /** HASH notification id -> `{operator, payload, chatId, later, makesRoom, card}`; chatId where it is for one chat alone, the rest as schemas/notice-ways.ts has it. */
  outbox: { template: "outbox:{channel}", ttlSec: null },
  /** ZSET operator -> ms when its alarms, or the rest of a delivery, are due. A leased queue stands at its lease's end. */
  outboxDue: { template: "outbox-due:{channel}", ttlSec: null },
  /** ZSET operator -> the same for the course of its orders: taken where no operator is left in `outboxDue`. */
  outboxLater: { template: "outbox-later:{channel}", ttlSec: null },
  /** HASH notification id -> how often its sending failed. */
  outboxTries: { template: "outbox-tries:{channel}", ttlSec: null },
  /** LIST, the queue of what is delivered first: notification ids of one operator, oldest first. */
  outboxOf: { template: "outbox-of:{channel}:{operator}", ttlSec: null },
  /** LIST, the queue of what is delivered later (schemas/notice-ways.ts), oldest first. */
  outboxLaterOf: { template: "outbox-later-of:{channel}:{operator}", ttlSec: null },
  /** STRING, ms up to and including which nothing is sent to this chat: a lease, the pace, or the channel's own wait. */
  outboxChat: { template: "outbox-chat:{channel}:{chatId}", ttlSec: 24 * HOUR_SEC },
  /** STRING, JSON of the message that a chat was shown last (outbox-item.ts): a bare yes can be to no other. With `leaseMs` while something may be under way: the end of that lease. */
  chatShown: { template: "chat-shown:{channel}:{chatId}", ttlSec: HOUR_SEC },
  /** STRING, JSON of the message that shows an order in its chat (outbox-item.ts). It is edited as the order goes on. */
  orderCard: { template: "order-card:{channel}:{vault}:{orderId}", ttlSec: 90 * 24 * HOUR_SEC },
  /** STRING, ms to which the channel's messages a second are given away, to all its chats together (GCRA). */
  outboxPace: { template: "outbox-pace:{channel}", ttlSec: HOUR_SEC },
  /** HASH reason -> how many notifications were given up for it: refused, exhausted, overflow, unpaired, unreadable. */
  outboxDropped: { template: "outbox-dropped", ttlSec: null },
} as const satisfies Record<string, KeyLine>;
