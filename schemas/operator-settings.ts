import * as z from "zod";

/**
 * Ranges of an operator's settings in whole basis points (spec, "Operator settings"; decisions D17
 * and D19).
 */
export const SETTINGS_RANGES = {
  slippageBps: { minBps: 10, maxBps: 500 },
  syncToleranceBps: { minBps: 10, maxBps: 10_000 },
  swapShieldBps: { minBps: 50, maxBps: 5_000 },
  navShieldBps: { minBps: 100, maxBps: 10_000 },
  lossDayBps: { minBps: 100, maxBps: 10_000 },
  lossWeekBps: { minBps: 100, maxBps: 10_000 },
  syncDayBps: { minBps: 10, maxBps: 10_000 },
} as const;

/** Texts about some settings. */
export const SETTINGS_WORDS = {
  slippageBps: "The operator's default slippage",
  swapShieldBps: "How far a quote may be below the oracle's price now",
  navShieldBps: "How far NAV per unit may fall below its highest of 24 hours",
  syncToleranceBps: "What part of the vault's value a NAV sync may move",
} as const;

/**
 * An operator's stored settings; an absent field means its default (spec, "Operator settings"). All
 * in whole basis points.
 */
export const operatorSettings = z.object({
  slippageBps: within(SETTINGS_RANGES.slippageBps),
  syncToleranceBps: within(SETTINGS_RANGES.syncToleranceBps),
  swapShieldBps: within(SETTINGS_RANGES.swapShieldBps),
  navShieldBps: within(SETTINGS_RANGES.navShieldBps),
  execMode: z.enum(["autonomous", "confirm"]).optional(),
  /**
   * By which signature a program approves: the day's, or one made for each approval (decision D15).
   */
  approveWith: z.enum(["day", "fresh"]).optional(),
  /**
   * The loss budget: what executed calls may cost a vault per unit, added up over 24 hours and over
   * 7 days.
   */
  lossDayBps: within(SETTINGS_RANGES.lossDayBps),
  lossWeekBps: within(SETTINGS_RANGES.lossWeekBps),
  /**
   * Share of a vault's value on a chain that syncs may take in 24 hours, and twice that in 7 days.
   * Absent: the NAV Shield's threshold.
   */
  syncDayBps: within(SETTINGS_RANGES.syncDayBps),
});
export type OperatorSettings = z.infer<typeof operatorSettings>;
/** A setting's value: basis points, or one of its words. */
export type SettingValue = NonNullable<OperatorSettings[keyof OperatorSettings]>;

export const SETTINGS_DEFAULTS = {
  slippageBps: 100,
  syncToleranceBps: 100,
  swapShieldBps: 500,
  navShieldBps: 1_000,
  execMode: "confirm",
  approveWith: "day",
  lossDayBps: 1_000,
  lossWeekBps: 1_500,
} as const satisfies OperatorSettings;

/** Hoisted: the schema above is made when the file is loaded. */
function within({ minBps, maxBps }: { minBps: number; maxBps: number }) {
  return z.int().min(minBps).max(maxBps).optional();
}
