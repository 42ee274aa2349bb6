import * as z from "zod";
import { SETTINGS_DEFAULTS, SETTINGS_RANGES } from "./operator-settings.ts";
import { baseUnits, hexAddress } from "./primitives.ts";

const { minBps: min, maxBps: max } = SETTINGS_RANGES.slippageBps;

/**
 * Fields that both venue quote routes take. Slippage: limits and default as of a setting, in basis
 * points.
 */
export const passthroughFields = {
  slippage: { min, max, default: SETTINGS_DEFAULTS.slippageBps },
  /** A symbol or an address; the resolver judges it. */
  token: z.string().trim().min(1).max(64),
  amount: baseUnits.refine((amount) => amount !== "0", "must be more than 0"),
  address: hexAddress,
} as const;
