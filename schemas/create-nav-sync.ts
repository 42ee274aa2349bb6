import * as z from "zod";
import { navSyncToken } from "./nav-sync.ts";
import { NAV_SYNC_LIMITS } from "./nav-sync-limits.ts";
import { decimalAmount } from "./primitives.ts";

const { minIntervalMinutes, maxIntervalMinutes, defaultIntervalMinutes } = NAV_SYNC_LIMITS;
const { minThresholdBps, maxThresholdBps, defaultThresholdBps, defaultPerRun, defaultPerDay } =
  NAV_SYNC_LIMITS;

/**
 * Arguments of create_nav_sync. What the amounts have to be is checked by navSyncFromInput, whose
 * messages name them.
 */
export const createNavSync = z.object({
  intervalMinutes: z
    .int()
    .min(minIntervalMinutes)
    .max(maxIntervalMinutes)
    .default(defaultIntervalMinutes)
    .describe(`Minutes between two comparisons, at least ${minIntervalMinutes}.`),
  thresholdBps: z
    .int()
    .min(minThresholdBps)
    .max(maxThresholdBps)
    .default(defaultThresholdBps)
    .describe(
      "Sends when the highest NAV per unit is above the lowest by more than this, in basis points.",
    ),
  token: z
    .preprocess(
      (name) => (typeof name === "string" ? name.trim().toUpperCase() : name),
      navSyncToken,
    )
    .default("USDC")
    .describe("Token that is sent: USDC, USDT, WETH or WBTC."),
  maxPerRun: decimalAmount
    .optional()
    .describe(
      `Most of the token that one run sends. Default ${defaultPerRun} of a stablecoin; ` +
        "required for others.",
    ),
  maxPerDay: decimalAmount
    .optional()
    .describe(
      `Most within any 24 hours. Default ${defaultPerDay} of a stablecoin; required for others.`,
    ),
});
export type CreateNavSync = z.infer<typeof createNavSync>;
