import * as z from "zod";
import { baseUnits } from "../primitives.ts";

/** Amounts in base units of the sold and the bought token. */
const pair = { sellBase: baseUnits, buyBase: baseUnits };

/**
 * What a slice that was not sent had read: the venue's quote, and the vault's oracle for its amount
 * with the seconds of its mean. Absent: it was not read, or a token of it has no feed.
 */
export const seenPrices = {
  quote: z.object({ venue: z.string(), ...pair }).optional(),
  oracle: z.object({ ...pair, windowSec: z.int().nullable() }).optional(),
};
export type SeenPrices = z.infer<z.ZodObject<typeof seenPrices>>;
