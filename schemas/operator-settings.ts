import * as z from "zod";

/** An operator's stored settings; an absent field means its default (spec, "Operator settings"). All in whole basis points. */
export const operatorSettings = z.object({
  slippageBps: z.int().min(10).max(500).optional(),
  syncToleranceBps: z.int().min(10).max(10_000).optional(),
  swapShieldBps: z.int().min(50).max(5_000).optional(),
  navShieldBps: z.int().min(100).max(10_000).optional(),
  execMode: z.enum(["autonomous", "confirm"]).optional(),
  /** The loss budget: what executed calls may cost a vault per unit, added up over 24 hours and over 7 days. */
  lossDayBps: z.int().min(100).max(10_000).optional(),
  lossWeekBps: z.int().min(100).max(10_000).optional(),
});
export type OperatorSettings = z.infer<typeof operatorSettings>;

export const SETTINGS_DEFAULTS = {
  slippageBps: 100,
  syncToleranceBps: 100,
  swapShieldBps: 500,
  navShieldBps: 1_000,
  execMode: "confirm",
  lossDayBps: 1_000,
  lossWeekBps: 1_500,
} as const satisfies OperatorSettings;
