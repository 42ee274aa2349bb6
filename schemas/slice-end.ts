import * as z from "zod";
import { baseUnits, hexHash, unixMs } from "./primitives.ts";

/** What a transaction cost its agent wallet: with the chain's own fee for publishing it on L1, where its receipt names one. */
const gas = { gasUsed: baseUnits.optional(), gasCostWei: baseUnits.optional() };
/** Where it stands on the chain; absent: nothing was mined. */
const mined = { hash: hexHash.optional(), blockNumber: baseUnits.optional(), ...gas };

/** Amounts in base units of the sold and the bought token. */
const pair = { sellBase: baseUnits, buyBase: baseUnits };

/** What the venue offered, and the bounds that the calldata enforced. */
const sliceQuote = z.object({
  ...pair,
  venue: z.string(),
  maxSellBase: baseUnits.optional(),
  minBuyBase: baseUnits.optional(),
});

/** Amounts that are worth the same at the vault's oracle, one of them the slice's own. */
const sliceOracle = z.object({ ...pair, windowSec: z.int().nullable() });

/** The last try that failed. `details`: the figures that decided, cut to a size. */
const sliceRefusal = z.object({
  code: z.string(),
  message: z.string().max(400),
  details: z.record(z.string(), z.unknown()).optional(),
  at: unixMs,
  ...mined,
});

/** How a slice ended, as the script that ended it writes it. Of a failed one the amounts are what it was built with. */
export const sliceEnd = z.object({
  status: z.enum(["executed", "notified", "failed", "skipped"]),
  plannedAt: unixMs,
  at: unixMs,
  /** In the `side` token. */
  plannedBase: baseUnits,
  sellBase: baseUnits.optional(),
  buyBase: baseUnits.optional(),
  amountsEstimated: z.boolean().optional(),
  attempt: z.string().optional(),
  ...mined,
  quote: sliceQuote.optional(),
  /** null: a token of it has no feed. Absent: it was not read. */
  oracle: sliceOracle.nullable().optional(),
  /** How far the quote is from the oracle; positive: worse for the vault. */
  deltaBps: z.int().optional(),
  refusal: sliceRefusal.optional(),
});
export type SliceEnd = z.infer<typeof sliceEnd>;
