import * as z from "zod";
import { type NavSync, navSync } from "./nav-sync.ts";
import { type TwapOrder, twapOrder } from "./twap-order.ts";

/** What stands under an order's key: a TWAP order, or a NAV sync, which says so (`kind`). */
export const anyOrder = z.union([navSync, twapOrder]);
export type AnyOrder = TwapOrder | NavSync;

export const isNavSync = (order: object): order is NavSync => "kind" in order && order.kind === "nav_sync";
