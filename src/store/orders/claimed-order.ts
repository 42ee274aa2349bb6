import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import { waitReason } from "../../../schemas/wait-reason.ts";
import type { ClaimedOrder } from "../../kinds/call-context.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { callContext } from "../vaults/call-context.ts";

/** An order of any kind as a claim leases it, with all that its slice has to know of the store. */
export const claimedOrder: z.ZodType<ClaimedOrder> = z.object({
  order: storedJson(anyOrder),
  version: z.int(),
  context: callContext,
  short: z.string().optional(),
  waits: waitReason.optional(),
});
