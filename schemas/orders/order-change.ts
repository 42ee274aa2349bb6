import * as z from "zod";
import { chainId } from "../chains.ts";
import { baseUnits, hexAddress, unixMs } from "../primitives.ts";
import { orderChangeKind } from "./order-change-kind.ts";
import { orderShortage } from "./order-shortage.ts";
import { waitReason } from "./wait-reason.ts";

/** Options by name, as the order's record has them; null: without it. */
const options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** One change, as it is kept with its order (lua-order-view.ts) and told everywhere. */
export const orderChange = z.object({
  kind: orderChangeKind,
  orderId: z.int(),
  chainId,
  timestamp: unixMs,
  /** The order's version with it: a change is told once. */
  version: z.int().min(1),
  /** The slice that came next; of a skipped one, itself. */
  sliceNumber: z.int().min(1),
  totalSlices: z.int().min(1),
  /** Slices that are behind it by then, of planned: "3/5". */
  progress: z.string(),
  /** The operator who did it; absent: the schedule. */
  by: hexAddress.optional(),
  /** The changed options of an edit. */
  before: options.optional(),
  after: options.optional(),
  /** Untraded amount of a skipped slice or an expired order, in the `side` token. */
  amountBase: baseUnits.optional(),
  amount: z.string().optional(),
  symbol: z.string().optional(),
  /** Cause of a wait, and its start. */
  reason: waitReason.optional(),
  sinceMs: unixMs.optional(),
  /** Shortages of an order since they were last told. */
  shortages: z.array(orderShortage).min(1).max(2).optional(),
});
export type OrderChange = z.infer<typeof orderChange>;
