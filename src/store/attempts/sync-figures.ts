import * as z from "zod";

/** This sync's part of the vault's value and the sums without it in parts per billion, the limits in basis points. */
export const syncFigures = z.object({
  syncPpb: z.int(),
  dayPpb: z.int(),
  weekPpb: z.int(),
  dayLimitBps: z.int(),
  weekLimitBps: z.int(),
});
export type SyncFigures = z.infer<typeof syncFigures>;
