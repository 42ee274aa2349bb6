import { SETTINGS_RANGES } from "../../schemas/operator-settings.ts";

const { minBps, maxBps } = SETTINGS_RANGES.slippageBps;

/** Into the range that may be set (spec, "Limits"). */
export const clampSlippageBps = (bps: number): number => Math.min(maxBps, Math.max(minBps, bps));
