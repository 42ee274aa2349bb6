/** Spec "Limits": 0.1% to 5%. */
const MIN_BPS = 10;
const MAX_BPS = 500;

/** A slippage in whole basis points, brought into 10..500. */
export const clampSlippageBps = (bps: number): number => Math.min(MAX_BPS, Math.max(MIN_BPS, bps));
