import { SETTINGS_DEFAULTS, SETTINGS_RANGES } from "../../schemas/operator-settings.ts";

/** Spec, "Operator settings"; decisions 14 and 15. */
export const SETTING_RULES = {
  slippageBps: {
    what: "Default slippage",
    ...SETTINGS_RANGES.slippageBps,
    bareIntegers: "bps",
    defaultBps: SETTINGS_DEFAULTS.slippageBps,
    holdsMs: null,
  },
  syncToleranceBps: {
    what: "Sync tolerance",
    ...SETTINGS_RANGES.syncToleranceBps,
    bareIntegers: "bps",
    defaultBps: SETTINGS_DEFAULTS.syncToleranceBps,
    holdsMs: null,
  },
  swapShieldBps: {
    what: "Swap Shield tolerance",
    ...SETTINGS_RANGES.swapShieldBps,
    bareIntegers: "percent",
    defaultBps: SETTINGS_DEFAULTS.swapShieldBps,
    holdsMs: 600_000,
  },
  navShieldBps: {
    what: "NAV Shield threshold",
    ...SETTINGS_RANGES.navShieldBps,
    bareIntegers: "percent",
    defaultBps: SETTINGS_DEFAULTS.navShieldBps,
    holdsMs: null,
  },
} as const;

export type ToleranceSetting = keyof typeof SETTING_RULES;
