import { navSync } from "./nav-sync.ts";
import { navSyncEvent } from "./nav-sync-event.ts";
import { triggerEvent } from "./trigger-event.ts";
import { triggerOrder } from "./trigger-order.ts";
import { twapEvent } from "./twap-event.ts";
import { twapOrder } from "./twap-order.ts";

/**
 * The kinds of orders, each with the schemas of its record, which says its kind (kind-of-order.ts), and of its events, whose `type` says it:
 * the closed list that the table of kinds satisfies.
 */
export const ORDER_KINDS = {
  twap: { record: twapOrder, event: twapEvent },
  nav_sync: { record: navSync, event: navSyncEvent },
  trigger: { record: triggerOrder, event: triggerEvent },
};
export type OrderKindId = keyof typeof ORDER_KINDS;
