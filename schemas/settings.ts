import * as z from "zod";
import { chainIdText } from "./chains.ts";
import { dryRunMark } from "./dry-run-mark.ts";
import { operatorAuth } from "./operator-auth.ts";
import { operatorAuthAnywhere } from "./operator-auth-anywhere.ts";
import { SETTINGS_RANGES } from "./operator-settings.ts";
import { PERP_LIMITS, perpLimits } from "./perp-limits.ts";

const reset = z
  .boolean()
  .optional()
  .describe("true returns the setting to its default; then no value may be given.");

/** Body of POST /api/settings/slippage. */
export const slippageRequest = operatorAuth.extend({
  slippage: z
    .string()
    .max(40)
    .optional()
    .describe(
      `Percent ("0.5%"), basis points ("50bps") or a bare number ("50" = 50 bps, "0.5" = ` +
        `0.5%). ${range("slippageBps", "%")}.`,
    ),
  reset,
});
/** Body of POST /api/settings/sync-tolerance. */
export const syncToleranceRequest = operatorAuth.extend({
  tolerance: z
    .string()
    .max(40)
    .optional()
    .describe(`As slippage, ${range("syncToleranceBps", "%")}.`),
  reset,
});
/** Body of POST /api/settings/swap-shield. */
export const swapShieldRequest = operatorAuth.extend({
  tolerance: z
    .string()
    .max(40)
    .optional()
    .describe(`A percentage, ${range("swapShieldBps")} ("10" or "10%"). Holds for 10 minutes.`),
  reset,
});
/** Body of POST /api/settings/nav-shield. */
export const navShieldRequest = operatorAuth.extend({
  threshold: z
    .string()
    .max(40)
    .optional()
    .describe(`A percentage, ${range("navShieldBps")} ("15" or "15%").`),
  reset,
});

/** Body of POST /api/settings/loss-budget. */
export const lossBudgetRequest = operatorAuthAnywhere.extend({
  day: z
    .string()
    .max(40)
    .optional()
    .describe(
      `Most that may be lost in 24 hours: a percentage, ${range("lossDayBps")} ("5" or "5%").`,
    ),
  week: z
    .string()
    .max(40)
    .optional()
    .describe("Most that may be lost in 7 days, as `day`. What is left out stays."),
  syncDay: z
    .string()
    .max(40)
    .optional()
    .describe(
      "Most that syncs may take from this chain in 24 hours, and in 7 days twice that: a " +
        `percentage of the vault's value here, ${range("syncDayBps")}. Default: the NAV ` +
        "Shield's threshold, at most 10%.",
    ),
  reset: z
    .boolean()
    .optional()
    .describe("true returns all of them to their defaults; then no limit may be given."),
});

/**
 * Body of POST /api/settings/perp-limits. Percentages as in the loss budget; what is left out
 * stays.
 */
export const perpLimitsRequest = operatorAuthAnywhere.extend({
  leverage: z
    .int()
    .min(PERP_LIMITS.maxLeverage.min)
    .max(PERP_LIMITS.maxLeverage.max)
    .optional()
    .describe("Most leverage of a position, a whole number."),
  collateral: z
    .string()
    .max(40)
    .optional()
    .describe("Most collateral of one order, in percent of the vault's value."),
  notional: z
    .string()
    .max(40)
    .optional()
    .describe("Most that all positions at a venue may add up to, in percent of the vault's value."),
  liquidationDistance: z
    .string()
    .max(40)
    .optional()
    .describe("Least distance of the liquidation price from the mark, in percent of the mark."),
  priceAgeSec: z
    .int()
    .min(PERP_LIMITS.maxPriceAgeSec.min)
    .max(PERP_LIMITS.maxPriceAgeSec.max)
    .optional()
    .describe("Most seconds that the venue's price may be old."),
  priceDeviation: z
    .string()
    .max(40)
    .optional()
    .describe("Most that an order's acceptable price may be worse than the mark, in percent."),
  reset: z
    .boolean()
    .optional()
    .describe("true returns all to their defaults; then no limit may be given."),
});
export const perpLimitsResponse = z.object({
  ok: z.literal(true),
  limits: perpLimits,
  dryRun: dryRunMark,
});

export const settingsResponse = z.object({
  ok: z.literal(true),
  message: z.string(),
  dryRun: dryRunMark,
});

export const execMode = z.enum(["autonomous", "confirm"]);
export const execModeRequest = operatorAuth.extend({ mode: execMode });
export const execModeResponse = z.object({
  ok: z.literal(true),
  mode: execMode,
  dryRun: dryRunMark,
});
export const approveWith = z.enum(["day", "fresh"]);
export const approveWithRequest = operatorAuth.extend({
  approveWith: approveWith.describe(
    "day: the signature of the day approves. fresh: each approval by a program takes a " +
      "signature made for it.",
  ),
});
export const approveWithResponse = z.object({
  ok: z.literal(true),
  approveWith,
  message: z.string(),
  dryRun: dryRunMark,
});
/** GET carries the same fields as text: numbers are read from plain digits only. */
const digits = z
  .string()
  .regex(/^[0-9]{1,16}$/, "must be an integer")
  .transform(Number);
export const execModeQuery = operatorAuth.extend({
  chainId: digits.pipe(operatorAuth.shape.chainId).meta(chainIdText),
  authTimestamp: z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : value,
    )
    .meta({
      type: "integer",
      description: "Unix time in milliseconds named in the operator message; valid 24 hours.",
    }),
});

/** Hoisted: the schemas above are made when the file is loaded. */
function range(setting: keyof typeof SETTINGS_RANGES, sign = ""): string {
  const { minBps, maxBps } = SETTINGS_RANGES[setting];
  return `${minBps / 100}${sign}..${maxBps / 100}${sign}`;
}
