import * as z from "zod";
import { type NavSync, navSync } from "./nav-sync.ts";
import { type TriggerOrder, triggerOrder } from "./trigger-order.ts";
import { type TwapOrder, twapOrder } from "./twap-order.ts";

/** What stands under an order's key: a TWAP order, or a NAV sync or trigger order, which say so (`kind`). */
export const anyOrder = z.union([navSync, triggerOrder, twapOrder]);
export type AnyOrder = TwapOrder | NavSync | TriggerOrder;

export const isNavSync = (order: object): order is NavSync => "kind" in order && order.kind === "nav_sync";
