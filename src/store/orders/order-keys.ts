import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const ORDER_KEYS = {
  /** HASH. `json` (schemas/order-kinds.ts), `v` (version, +1 on every write), `lease` (`token:expiresAtMs`), `attempt` (id of the open one). */
  order: { template: "order:{vault}:{orderId}", ttlSec: null },
  /** HASH. What became of an order's slices (lua-slices.ts): as many as it has, four fields each at most. Goes with the order. */
  slices: { template: "slices:{vault}:{orderId}", ttlSec: null },
  /** STRING, the number of the slice that its operator has had traded by a button: of those that were notified, the newest. */
  sliceTrade: { template: "slice-trade:{vault}:{orderId}", ttlSec: 60 * 24 * HOUR_SEC },
  /** LIST of OrderChange, newest first, at most 50. Goes with the order. */
  orderChanges: { template: "order-changes:{vault}:{orderId}", ttlSec: null },
  /** STRING, INCR. The highest order id ever given out for this vault, on all chains together. */
  orderHighWater: { template: "order-high-water:{vault}", ttlSec: null },
  /** SET of order ids with `active: true` (manually paused ones included). Its size is limited. */
  activeOrders: { template: "orders-active:{vault}:{chainId}", ttlSec: null },
  /** SET of `vault:id` with `active: true`, of a kind, all vaults and chains. Its size is limited. */
  operatorOrders: { template: "orders-operator:{operator}:{kind}", ttlSec: null },
  /** LIST of order ids with `active: false` (completed, cancelled, auto-paused), newest first, as many as ORDER_LIMITS keeps. */
  closedOrders: { template: "orders-closed:{vault}", ttlSec: null },
  /** ZSET `vault:id` -> ms, all of one chain. Due when now > score. A leased order stands at its lease's expiry. */
  due: { template: "due:{chainId}", ttlSec: null },
  /** ZSET `vault:id` -> ms, the same of one operator: due orders are taken by operator, in turns. */
  dueOf: { template: "due-of:{chainId}:{operator}", ttlSec: null },
  /** ZSET operator -> microseconds of its turn: when its first order is due, or behind the others after a turn that left some. */
  dueTurns: { template: "due-turns:{chainId}", ttlSec: null },
  /** ZSET operator -> ms of the last tick before the outage it was last notified of; 0: of none. May hold some without active orders. */
  operatorsActive: { template: "operators-active", ttlSec: null },
  /** STRING, ms when the last tick claimed. */
  lastTick: { template: "last-tick", ttlSec: null },
  /** STRING, ms of the last tick before an outage that has ended and of which not every operator was notified. */
  missedTicks: { template: "missed-ticks", ttlSec: null },
  /** STRING, INCR. The last fencing token given out. */
  fence: { template: "fence", ttlSec: null },
  /** LIST of the orders' events and of VaultEvent (read-events.ts): newest first, of each as many as ORDER_LIMITS keeps. */
  events: { template: "events:{vault}", ttlSec: 25 * HOUR_SEC },
  /** STRING. A schedule delivery that was claimed with. */
  jti: { template: "jti:{jti}", ttlSec: 24 * HOUR_SEC },
  /** HASH. `used`: thousandths of a call to this venue that all slices have taken, at `at`; it drains evenly over five minutes. */
  venueCalls: { template: "venue-calls:{venue}", ttlSec: HOUR_SEC },
  /** HASH, the same of the calls of other doors that ask several venues at once (decision 500). */
  doorCalls: { template: "door-calls:{venue}", ttlSec: HOUR_SEC },
  /** HASH, the same of one operator's slices. */
  venueCallsOf: { template: "venue-calls-of:{venue}:{operator}", ttlSec: HOUR_SEC },
  /** HASH, the same of what one operator's orders took beyond the share of slices once a look had made them due. */
  venueCallsBeyond: { template: "venue-calls-beyond:{venue}:{operator}", ttlSec: HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
