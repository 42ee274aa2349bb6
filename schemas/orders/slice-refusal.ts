import * as z from "zod";
import { baseUnits, hexHash, unixMs } from "../primitives.ts";
import { seenPrices } from "./seen-prices.ts";

/**
 * Why a slice's last failed try failed. `details`: the figures that decided, cut to a size. A
 * transaction that reverted is named.
 */
export const sliceRefusal = z.object({
  code: z.string(),
  message: z.string().max(400),
  details: z.record(z.string(), z.unknown()).optional(),
  at: unixMs,
  hash: hexHash.optional(),
  gasCostWei: baseUnits.optional(),
  ...seenPrices,
});
export type SliceRefusal = z.infer<typeof sliceRefusal>;
