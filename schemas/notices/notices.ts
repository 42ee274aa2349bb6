import { NAV_SYNC_NOTICES } from "./nav-sync-notices.ts";
import { ORDER_NOTICES } from "./order-notices.ts";
import { SERVICE_NOTICES } from "./service-notices.ts";
import { TRIGGER_NOTICES } from "./trigger-notices.ts";
import { VENUE_ORDER_NOTICES } from "./venue-order-notices.ts";

/** Every kind of notification, by what it is about. */
export const NOTICES = [
  ...ORDER_NOTICES,
  ...NAV_SYNC_NOTICES,
  ...TRIGGER_NOTICES,
  ...VENUE_ORDER_NOTICES,
  ...SERVICE_NOTICES,
] as const;
