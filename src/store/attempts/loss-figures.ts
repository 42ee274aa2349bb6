import * as z from "zod";

/** This call's figure and the sums without it in parts per billion, the limits in basis points. */
export const lossFigures = z.object({
  lossPpb: z.int(),
  dayPpb: z.int(),
  weekPpb: z.int(),
  dayLimitBps: z.int(),
  weekLimitBps: z.int(),
  /** The sums are over only by what is held for the wallet's other open attempts. */
  isHeld: z.boolean(),
});
export type LossFigures = z.infer<typeof lossFigures>;

/** This sync's part of the vault's value and the sums without it in parts per billion, the limits in basis points. */
export const syncFigures = z.object({
  syncPpb: z.int(),
  dayPpb: z.int(),
  weekPpb: z.int(),
  dayLimitBps: z.int(),
  weekLimitBps: z.int(),
});
export type SyncFigures = z.infer<typeof syncFigures>;
