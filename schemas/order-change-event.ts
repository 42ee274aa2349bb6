import * as z from "zod";
import { orderChange } from "./order-change.ts";

/** As it stands among the vault's events. */
export const orderChangeEvent = orderChange.extend({ type: z.literal("order_change") });
export type OrderChangeEvent = z.infer<typeof orderChangeEvent>;
