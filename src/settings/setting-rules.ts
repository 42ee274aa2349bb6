import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";

/** The four tolerances an operator may set: ranges of the spec ("Operator settings") and decisions 14 and 15. */
export const SETTING_RULES = {
  slippageBps: {
    what: "Default slippage",
    minBps: 10,
    maxBps: 500,
    bareIntegers: "bps",
    defaultBps: SETTINGS_DEFAULTS.slippageBps,
    holdsMs: null,
  },
  syncToleranceBps: {
    what: "Sync tolerance",
    minBps: 10,
    maxBps: 10_000,
    bareIntegers: "bps",
    defaultBps: SETTINGS_DEFAULTS.syncToleranceBps,
    holdsMs: null,
  },
  swapShieldBps: {
    what: "Swap Shield tolerance",
    minBps: 50,
    maxBps: 5_000,
    bareIntegers: "percent",
    defaultBps: SETTINGS_DEFAULTS.swapShieldBps,
    holdsMs: 600_000,
  },
  navShieldBps: {
    what: "NAV Shield threshold",
    minBps: 100,
    maxBps: 10_000,
    bareIntegers: "percent",
    defaultBps: SETTINGS_DEFAULTS.navShieldBps,
    holdsMs: null,
  },
} as const;

export type ToleranceSetting = keyof typeof SETTING_RULES;
