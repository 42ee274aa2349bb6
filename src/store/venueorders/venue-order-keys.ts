import type { KeyLine } from "../kernel/kernel-keys.ts";

const DAY_SEC = 24 * 3_600;

export const VENUE_ORDER_KEYS = {
  /** HASH. `json` (what was ordered, for whom), `status`, `hash`, `looks`, `nextLookMs`, `answeredAt`, `isLate`, `end` (VenueOrderEnd), `chain`, `vault`. TTL only once ended. */
  venueOrder: { template: "venue-order:{attemptId}", ttlSec: 7 * DAY_SEC },
  /** ZSET attempt id -> ms of its next look, all of one chain. A leased one stands at its lease's expiry. */
  venueOrdersDue: { template: "venue-orders-due:{chainId}", ttlSec: null },
  /** SET of the attempt ids of a vault's waiting ones, on every chain. */
  venueOrdersOpen: { template: "venue-orders-open:{vault}", ttlSec: null },
  /** LIST of those that ended, newest first, as many as FOLLOW_RULES keeps. */
  venueOrdersEnded: { template: "venue-orders-ended:{vault}", ttlSec: 7 * DAY_SEC },
} as const satisfies Record<string, KeyLine>;
