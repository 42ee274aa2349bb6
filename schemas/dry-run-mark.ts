import * as z from "zod";

/** Of an answer that has no report of checks: it is the write's own, and nothing was done. */
export const dryRunMark = z
  .literal(true)
  .optional()
  .describe("Nothing was changed: this is what the call would have answered.");
