import * as z from "zod";
import { baseUnits, hexHash, unixMs } from "./primitives.ts";

/** Amounts in base units of the sold and the bought token. */
const pair = { sellBase: baseUnits, buyBase: baseUnits };

/** The venue's offer, and the bounds that the calldata enforced. */
const sliceQuote = z.object({
  ...pair,
  venue: z.string(),
  maxSellBase: baseUnits,
  minBuyBase: baseUnits,
});

/**
 * Amounts that are worth the same at the vault's oracle, one of them the slice's own; over how many
 * seconds its price is a mean.
 */
const sliceOracle = z.object({ ...pair, windowSec: z.int().nullable() });

/**
 * End of a slice, as its script keeps it. Absent parts were unknown: without a quote nothing was
 * built, without a hash nothing was mined.
 */
export const sliceEnd = z.object({
  status: z.enum(["executed", "notified", "failed", "skipped"]),
  /** Number of slices it stands for, after catching up. */
  slices: z.int().min(2).optional(),
  plannedAt: unixMs.optional(),
  /** When it was tried, and when its outcome was known: later where the chain was waited for. */
  at: unixMs,
  knownAt: unixMs,
  /** In base units of the `side` token. */
  plannedBase: baseUnits,
  /** Traded, or of one that only notified quoted; absent where nothing was. */
  sellBase: baseUnits.optional(),
  buyBase: baseUnits.optional(),
  amountsEstimated: z.boolean().optional(),
  attempt: z.string().optional(),
  hash: hexHash.optional(),
  blockNumber: baseUnits.optional(),
  gasUsed: baseUnits.optional(),
  /** With the chain's fee for publishing it on L1, where its receipt names one. */
  gasCostWei: baseUnits.optional(),
  quote: sliceQuote.optional(),
  /** null: a token of it has no feed. */
  oracle: sliceOracle.nullable().optional(),
  /** The quote's distance from the oracle; positive: worse for the vault. */
  deltaBps: z.int().optional(),
});
export type SliceEnd = z.infer<typeof sliceEnd>;
