import * as z from "zod";

/** A field in the body of every write. */
export const dryRunField = z
  .boolean()
  .default(false)
  .describe(
    "true: answers what would happen and which checks would refuse, and does nothing. A read " +
      "is answered as ever.",
  );
