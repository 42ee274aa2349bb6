import type * as z from "zod";
import { navSync } from "./nav-sync.ts";
import { navSyncEvent } from "./nav-sync-event.ts";
import { triggerEvent } from "./trigger-event.ts";
import { triggerOrder } from "./trigger-order.ts";
import { twapEvent } from "./twap-event.ts";
import { keptTwapOrder } from "./twap-order.ts";

/**
 * The kinds of orders: the closed list that the table of kinds satisfies. Each with the schemas of
 * its record, which says its kind (kind-of-order.ts), and of its events, whose `type` says it; what
 * several are called, and where more is read of one.
 */
export const ORDER_KINDS = {
  twap: {
    ...{ record: keptTwapOrder, event: twapEvent, called: "TWAP orders" },
    more: "What became of each slice of a TWAP order: GET /api/twap-order.",
  },
  nav_sync: { record: navSync, event: navSyncEvent, called: "NAV syncs" },
  trigger: { record: triggerOrder, event: triggerEvent, called: "trigger orders" },
};
export type OrderKindId = keyof typeof ORDER_KINDS;
/** The record of a kind. */
export type OrderOf<K extends OrderKindId> = z.infer<(typeof ORDER_KINDS)[K]["record"]>;
