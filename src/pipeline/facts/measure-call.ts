import { SETTINGS_DEFAULTS } from "../../../schemas/vaults/operator-settings.ts";
import type { CallContext } from "../../kinds/call-context.ts";
import type { ExecutionContext } from "../../kinds/execution-context.ts";
import type { UnconfirmedPrice } from "../../kinds/execution-outcome.ts";
import type { VenuePrices } from "../../shields/venue-value.ts";
import { confirmedNav, type NavValue } from "../../vaults/confirmed-nav.ts";
import type { Holdings } from "../../vaults/read-holdings.ts";
import { unconfirmedPrices } from "../../vaults/unconfirmed-prices.ts";
import type { Simulation } from "../simulate-call.ts";

type Given = {
  stored: CallContext;
  prices: VenuePrices;
  holdings: Holdings;
  isExit: boolean;
  mayLift: boolean;
};

/** References for a call's NAV, at the build and right before sending. */
export type MeasuredCall = {
  thresholdBps: number;
  /** null: none, or a way out, which is measured by itself. */
  baseline: bigint | null;
  /** Unconfirmed: the high is left out. */
  unconfirmed: readonly UnconfirmedPrice[];
  refusesLift: boolean;
  /** By venues' prices, where less: the base for losses and moves, never for a way out. */
  confirmed?: NavValue | undefined;
};

/** The 24-hour high counts only where nobody alone moved the NAV. */
export function measureCall(
  ctx: ExecutionContext,
  simulation: Simulation,
  { stored, prices, holdings, isExit, mayLift }: Given,
): MeasuredCall {
  const { settings, navBaseline } = stored;
  const { before } = simulation;
  return {
    thresholdBps: settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps,
    baseline: isExit || navBaseline === null ? null : BigInt(navBaseline),
    unconfirmed: unconfirmedPrices(ctx.vault, holdings, {
      prices,
      netTotalValueBase: before.ok ? before.value.netTotalValue : 0n,
      toleranceBps: settings.swapShieldBps ?? SETTINGS_DEFAULTS.swapShieldBps,
    }),
    refusesLift: !mayLift && ctx.executionMode === "delegated",
    confirmed: isExit || !before.ok ? undefined : confirmedNav(before.value, holdings, prices),
  };
}
