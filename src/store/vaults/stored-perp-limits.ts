import * as z from "zod";
import { PERP_LIMITS, type PerpLimits, perpLimits } from "../../../schemas/perp-limits.ts";

const NAMES = Object.keys(PERP_LIMITS) as (keyof PerpLimits)[];

/** Whole numbers in the order of the table. Absent: the defaults. */
export const storedPerpLimits = z
  .string()
  .nullish()
  .transform((text): unknown =>
    Object.fromEntries(
      NAMES.map((name, at) => [name, text == null ? PERP_LIMITS[name].default : Number(text.split("|")[at])]),
    ),
  )
  .pipe(perpLimits);
