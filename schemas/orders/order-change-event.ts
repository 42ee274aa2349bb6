import * as z from "zod";
import { orderChange } from "./order-change.ts";

/** As it stands among the vault's events. */
export const orderChangeEvent = orderChange.extend({
  type: z.literal("order_change"),
  /** The kind of its order, as the record names it. */
  of: z.string().optional(),
});
export type OrderChangeEvent = z.infer<typeof orderChangeEvent>;
