import * as z from "zod";

/** What the loss budget says: this call's figure and the sums without it in parts per billion, the limits in basis points. */
export const lossFigures = z.object({
  lossPpb: z.int(),
  dayPpb: z.int(),
  weekPpb: z.int(),
  dayLimitBps: z.int(),
  weekLimitBps: z.int(),
  /** The sums are over the limits only by what is held for other attempts of the wallet that are still open. */
  isHeld: z.boolean(),
});
export type LossFigures = z.infer<typeof lossFigures>;
