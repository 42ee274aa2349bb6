import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const DAY_SEC = 24 * 3_600;

export const VENUE_ORDER_KEYS = {
  /**
   * HASH. `json` (the order), `status`, `hash`, `looks`, `nextLookMs`, `answeredAt`, `isLate`,
   * `end` (VenueOrderEnd), `chain`, `vault`. TTL once ended.
   */
  venueOrder: { template: "venue-order:{attemptId}", ttlSec: 7 * DAY_SEC },
  /** ZSET attempt id -> ms of its next look. A leased one stands at its lease's expiry. */
  venueOrdersDue: kept("venue-orders-due:{chainId}"),
  /** SET of attempt ids of waiting ones, on every chain. */
  venueOrdersOpen: kept("venue-orders-open:{vault}"),
  /** LIST of ended ones, newest first, as many as FOLLOW_RULES keeps. */
  venueOrdersEnded: { template: "venue-orders-ended:{vault}", ttlSec: 7 * DAY_SEC },
} as const satisfies Record<string, KeyLine>;
