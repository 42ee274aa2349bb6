import * as z from "zod";

/**
 * The call that failed, as far as it was known; null where it was not (decision D37). Loose on
 * purpose: debug data never blocks a record.
 */
export const debugCall = z.object({
  to: z.string().nullable(),
  from: z.string().nullable(),
  value: z.string().nullable(),
  data: z.string().nullable(),
});
export type DebugCall = z.infer<typeof debugCall>;
