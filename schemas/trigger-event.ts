import * as z from "zod";
import { unixMs } from "./primitives.ts";

/**
 * End or state of a trigger order: it fired (`executed`, `notified` or `ordered`), was refused and
 * goes on watching, or is over.
 */
export const triggerHow = z.enum([
  "executed",
  "notified",
  "ordered",
  "refused",
  "expired",
  "stopped",
]);

export const triggerEvent = z.object({
  type: z.literal("trigger"),
  orderId: z.int(),
  timestamp: unixMs,
  success: z.boolean(),
  how: triggerHow,
  /** "stop: ETH at or below 3000 USDC". */
  condition: z.string().max(300),
  /** The oracle's price that met it. */
  price: z.string().optional(),
  sellAmount: z.string().optional(),
  buyAmount: z.string().optional(),
  /** The TWAP order that it created. */
  twapOrderId: z.int().optional(),
  error: z.string().max(400).optional(),
});
export type TriggerEvent = z.infer<typeof triggerEvent>;
