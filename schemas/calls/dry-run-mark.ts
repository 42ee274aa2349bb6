import * as z from "zod";

/** Marks a write's own answer without a report of checks: nothing was done. */
export const dryRunMark = z
  .literal(true)
  .optional()
  .describe("Nothing was changed: this is what the call would have answered.");
