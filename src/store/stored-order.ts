import * as z from "zod";
import { twapOrder } from "../../schemas/twap-order.ts";
import { absentToNull } from "./absent-to-null.ts";
import { storedAttempt } from "./stored-attempt.ts";
import { storedJson } from "./stored-json.ts";

/** An order as the scripts show it (lua/lua-orders.ts, `order_view`). `version` is what a later write must still find. */
export const storedOrder = z.object({
  order: storedJson(twapOrder),
  version: z.int().min(1),
  /** The attempt whose outcome is not known yet. */
  openAttempt: absentToNull(storedAttempt),
});
export type StoredOrder = z.infer<typeof storedOrder>;
