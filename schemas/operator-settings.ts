import * as z from "zod";

/** An operator's stored settings; an absent field means its default (spec, "Operator settings"). All in whole basis points. */
export const operatorSettings = z.object({
  slippageBps: z.int().min(10).max(500).optional(),
  syncToleranceBps: z.int().min(10).max(10_000).optional(),
  swapShieldBps: z.int().min(50).max(5_000).optional(),
  navShieldBps: z.int().min(100).max(10_000).optional(),
  execMode: z.enum(["autonomous", "confirm"]).optional(),
});
export type OperatorSettings = z.infer<typeof operatorSettings>;

export const SETTINGS_DEFAULTS = {
  slippageBps: 100,
  syncToleranceBps: 100,
  swapShieldBps: 500,
  navShieldBps: 1_000,
  execMode: "confirm",
} as const satisfies OperatorSettings;
