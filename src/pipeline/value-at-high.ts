import type { NavShieldResult } from "../kinds/execution-outcome.ts";

/** Or by venues' prices, where lower: what a loss is a share of (decisions 400 and 491). */
export const valueAtHigh = (nav: NavShieldResult | null, netTotalValueBase: bigint): bigint =>
  nav?.lower === undefined ? netTotalValueBase : (netTotalValueBase * BigInt(nav.lower)) / BigInt(nav.before);
