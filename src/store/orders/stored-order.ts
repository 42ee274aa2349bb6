import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { storedJson } from "../kernel/stored-json.ts";

/** An order as the scripts show it (lua-orders.ts, `order_view`). `version` is what a later write must still find. */
export const storedOrder = z.object({
  order: storedJson(anyOrder),
  version: z.int().min(1),
  /** The attempt whose outcome is not known yet. */
  openAttempt: absentToNull(storedAttempt),
});
export type StoredOrder = z.infer<typeof storedOrder>;
