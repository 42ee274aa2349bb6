import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";

/** Each with its letter in a button and the values that are offered, in basis points. */
export const TIGHTER_STEPS = {
  slippageBps: { letter: "s", label: "Slippage", stepsBps: [300, 200, 100, 50, 30, 10] },
  navShieldBps: { letter: "n", label: "NAV Shield", stepsBps: [1_000, 500, 300, 200, 100] },
  /** Its raise ends by itself: it can only be ended earlier. */
  swapShieldBps: { letter: "w", label: "Swap Shield", stepsBps: [SETTINGS_DEFAULTS.swapShieldBps] },
} as const satisfies Partial<
  Record<keyof OperatorSettings, { letter: string; label: string; stepsBps: readonly number[] }>
>;
