import type * as z from "zod";
import { navSync } from "../../../schemas/nav-sync.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { storedOrder } from "./stored-order.ts";

/** A NAV sync as the scripts show it: as they show an order. */
export const storedNavSync = storedOrder.extend({ order: storedJson(navSync) });
export type StoredNavSync = z.infer<typeof storedNavSync>;
