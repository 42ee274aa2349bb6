import * as z from "zod";
import { dryRunCheckName } from "./dry-run-checks.ts";

/**
 * One check. `ok: null`: could not be judged, because of what refused before it. `later`: it is
 * judged once the operator approves, and does not refuse this call.
 */
export const dryRunCheck = z.object({
  name: dryRunCheckName,
  ok: z.boolean().nullable(),
  error: z.string().optional(),
  message: z.string().optional(),
  later: z.literal(true).optional(),
  figures: z.record(z.string(), z.unknown()).optional(),
});
export type DryRunCheck = z.infer<typeof dryRunCheck>;
