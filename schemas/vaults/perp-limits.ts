import * as z from "zod";

/**
 * Limits of a vault's opened or enlarged perpetual position (decision D51), which the NAV Shield
 * cannot see in a simulated block. Basis points. `looser` says which direction lets more through.
 */
export const PERP_LIMITS = {
  maxLeverage: { min: 1, max: 50, default: 5, looser: "higher" },
  maxCollateralBps: { min: 1, max: 10_000, default: 1_000, looser: "higher" },
  maxNotionalBps: { min: 1, max: 100_000, default: 20_000, looser: "higher" },
  minLiquidationDistanceBps: { min: 1, max: 9_000, default: 500, looser: "lower" },
  maxPriceAgeSec: { min: 5, max: 600, default: 60, looser: "higher" },
  maxPriceDeviationBps: { min: 1, max: 1_000, default: 200, looser: "higher" },
} as const satisfies Record<string, Limit>;

type Limit = { min: number; max: number; default: number; looser: "higher" | "lower" };

export const perpLimits = z.object({
  maxLeverage: within(PERP_LIMITS.maxLeverage),
  maxCollateralBps: within(PERP_LIMITS.maxCollateralBps),
  maxNotionalBps: within(PERP_LIMITS.maxNotionalBps),
  minLiquidationDistanceBps: within(PERP_LIMITS.minLiquidationDistanceBps),
  maxPriceAgeSec: within(PERP_LIMITS.maxPriceAgeSec),
  maxPriceDeviationBps: within(PERP_LIMITS.maxPriceDeviationBps),
});
export type PerpLimits = z.infer<typeof perpLimits>;

/** Hoisted: the schema above is made when the file is loaded. */
function within({ min, max }: Limit) {
  return z.int().min(min).max(max);
}
