import * as z from "zod";
import { unixMs } from "./primitives.ts";

/** A query's "only what is newer than this", in Unix milliseconds. */
export const sinceMs = z
  .string()
  .regex(/^[0-9]{1,16}$/, "must be Unix milliseconds")
  .transform(Number)
  .pipe(unixMs)
  .meta({
    type: "integer",
    pattern: undefined,
    minimum: 0,
    description: "Unix milliseconds; only newer events.",
  });
