import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const ORDER_KEYS = {
  /**
   * HASH. `json` (schemas/orders/order-kinds.ts), `v` (+1 on every write), `lease` (`token:expiresAtMs`),
   * `attempt` (the open one), `short`.
   */
  order: kept("order:{vault}:{orderId}"),
  /** HASH of lua-order-changes.ts, at most four fields a slice. Goes with the order. */
  slices: kept("slices:{vault}:{orderId}"),
  /** STRING, number of the newest notified slice that its operator traded by a button. */
  sliceTrade: { template: "slice-trade:{vault}:{orderId}", ttlSec: 60 * 24 * HOUR_SEC },
  /** LIST of OrderChange, newest first, at most 50. Goes with the order. */
  orderChanges: kept("order-changes:{vault}:{orderId}"),
  /** STRING, INCR. Highest order id given out for this vault, over all chains. */
  orderHighWater: kept("order-high-water:{vault}"),
  /** SET of ids with `active: true` (manually paused included). */
  activeOrders: kept("orders-active:{vault}:{chainId}"),
  /** SET of `vault:id` with `active: true`, over all chains. */
  operatorOrders: kept("orders-operator:{operator}:{kind}"),
  /** LIST of ids with `active: false`, newest first, as many as ORDER_LIMITS keeps. */
  closedOrders: kept("orders-closed:{vault}"),
  /** STRING, what an ended order leaves for its quality report (lua-order-figures.ts). */
  orderFigures: { template: "order-figures:{vault}:{orderId}", ttlSec: 400 * 24 * HOUR_SEC },
  /** LIST of ids with figures, newest first, as many as ORDER_LIMITS keeps. */
  orderFiguresOf: { template: "order-figures-of:{vault}", ttlSec: 400 * 24 * HOUR_SEC },
  /** ZSET `vault:id` -> ms. Due when now > score. A leased order stands at its lease's expiry. */
  due: kept("due:{chainId}"),
  /** ZSET `vault:id` -> ms, one operator's, for taking turns. */
  dueOf: kept("due-of:{chainId}:{operator}"),
  /**
   * ZSET operator -> microseconds of its turn: when its first order is due, or behind the others
   * after a turn that left some.
   */
  dueTurns: kept("due-turns:{chainId}"),
  /**
   * ZSET operator -> ms of the last tick before the outage it was last notified of; 0: none. Some
   * may have no active orders.
   */
  operatorsActive: kept("operators-active"),
  /** STRING, ms of the last tick's claim. */
  lastTick: kept("last-tick"),
  /** STRING, ms of the last tick before an ended outage that some operators do not know of. */
  missedTicks: kept("missed-ticks"),
  fence: kept("fence"),
  /**
   * LIST of StoredEvent (read-events.ts), newest first; as many of orders and of others as
   * ORDER_LIMITS keeps.
   */
  events: { template: "events:{vault}", ttlSec: 25 * HOUR_SEC },
  /** STRING. A schedule delivery that claimed. */
  jti: { template: "jti:{jti}", ttlSec: 24 * HOUR_SEC },
  /**
   * HASH. `used`: thousandths of a call that all slices took of this venue, at `at`; drains evenly
   * over five minutes.
   */
  venueCalls: { template: "venue-calls:{venue}", ttlSec: HOUR_SEC },
  /** The same for doors that ask several venues at once (decision D16). */
  doorCalls: { template: "door-calls:{venue}", ttlSec: HOUR_SEC },
  /** The same for one operator's slices. */
  venueCallsOf: { template: "venue-calls-of:{venue}:{operator}", ttlSec: HOUR_SEC },
  /**
   * The same for what one operator took beyond the slices' share once a look made its orders due.
   */
  venueCallsBeyond: { template: "venue-calls-beyond:{venue}:{operator}", ttlSec: HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
