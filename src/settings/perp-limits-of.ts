import { PERP_LIMITS, type PerpLimits } from "../../schemas/perp-limits.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { parseBps } from "./parse-bps.ts";

export type PerpLimitsRequest = {
  leverage?: number | undefined;
  collateral?: string | undefined;
  notional?: string | undefined;
  liquidationDistance?: string | undefined;
  priceAgeSec?: number | undefined;
  priceDeviation?: string | undefined;
  reset?: boolean | undefined;
};

const PERCENTAGES = {
  collateral: { limit: "maxCollateralBps", what: "The most collateral of an order" },
  notional: { limit: "maxNotionalBps", what: "The most that positions may add up to" },
  liquidationDistance: {
    limit: "minLiquidationDistanceBps",
    what: "The least distance to liquidation",
  },
  priceDeviation: { limit: "maxPriceDeviationBps", what: "How far a price may be off" },
} as const;

/** Null for the defaults. Refuses with invalid_request. */
export function perpLimitsOf({
  reset,
  leverage,
  priceAgeSec,
  ...rest
}: PerpLimitsRequest): Verdict<Partial<PerpLimits> | null> {
  const texts = Object.keys(PERCENTAGES).map((field) => rest[field as keyof typeof PERCENTAGES]);
  const isGiven = [leverage, priceAgeSec, ...texts].some((value) => value !== undefined);
  if ((reset === true) === isGiven)
    return refuse("invalid_request", "Give either reset: true or at least one limit.");
  if (!isGiven) return allow(null);
  const limits: Partial<PerpLimits> = {};
  for (const [field, { limit, what }] of Object.entries(PERCENTAGES)) {
    const text = rest[field as keyof typeof PERCENTAGES];
    if (text === undefined) continue;
    const { min, max } = PERP_LIMITS[limit];
    const parsed = parseBps(text, {
      what,
      field,
      minBps: min,
      maxBps: max,
      bareIntegers: "percent",
    });
    if (!parsed.ok) return parsed;
    limits[limit] = parsed.value;
  }
  if (leverage !== undefined) limits.maxLeverage = leverage;
  if (priceAgeSec !== undefined) limits.maxPriceAgeSec = priceAgeSec;
  return allow(limits);
}
