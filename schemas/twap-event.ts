import * as z from "zod";
import { unixMs } from "./primitives.ts";

/**
 * One slice attempt, as recorded (spec, "TwapEvent"). `error` is present on failure, at most 400
 * characters.
 */
export const twapEvent = z.object({
  orderId: z.int(),
  timestamp: unixMs,
  sliceNumber: z.int().min(1),
  totalSlices: z.int().min(1),
  sellAmount: z.string(),
  buyAmount: z.string(),
  success: z.boolean(),
  /**
   * The slice was built, judged and notified, and nothing was sent (autoExecute false): its amounts
   * are the quote's.
   */
  notified: z.literal(true).optional(),
  /** So many slices' worth at once, of which sliceNumber is the first. Absent: one. */
  slices: z.int().min(2).optional(),
  error: z.string().max(400).optional(),
  /** A failure's code for others than the owner; `error` has the owner's figures. */
  code: z.string().max(60).optional(),
});
export type TwapEvent = z.infer<typeof twapEvent>;
