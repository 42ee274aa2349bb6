import type * as z from "zod";
import { triggerOrder } from "../../../schemas/trigger-order.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { storedOrder } from "./stored-order.ts";

/** A trigger order as the scripts show it: as they show an order. */
export const storedTrigger = storedOrder.extend({ order: storedJson(triggerOrder) });
export type StoredTrigger = z.infer<typeof storedTrigger>;
