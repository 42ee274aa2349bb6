import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import { waitReason } from "../../../schemas/wait-reason.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { callContext } from "../vaults/call-context.ts";

/** An order of any kind as a claim leases it, with all that its slice has to know of the store. */
export const claimedOrder = z.object({
  order: storedJson(anyOrder),
  version: z.int(),
  /** Of the chain that the order is of. */
  context: callContext,
  /** What its operator was told that it runs short of, in words of OrderShortage's causes; absent: nothing. */
  short: z.string().optional(),
  /** Leased, but its slice is not to run now. */
  waits: waitReason.optional(),
});
export type ClaimedOrder = z.infer<typeof claimedOrder>;
