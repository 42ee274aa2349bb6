import * as z from "zod";
import { twapOrder } from "../../../schemas/twap-order.ts";
import { waitReason } from "../../../schemas/wait-reason.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { callContext } from "../vaults/call-context.ts";

/** An order as a claim leases it, with all that its slice has to know of the store. */
export const claimedOrder = z.object({
  order: storedJson(twapOrder),
  version: z.int(),
  context: callContext,
  /** Leased, but its slice is not to run now. */
  waits: waitReason.optional(),
});
export type ClaimedOrder = z.infer<typeof claimedOrder>;
