import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { NavEffect } from "../shields/judge-stated-move.ts";
import type { VenuePrices } from "../shields/venue-value.ts";
import type { CallContext } from "../store/vaults/call-context.ts";
import { confirmedNav, type NavValue } from "./confirmed-nav.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { NavFigures } from "./execution-outcome.ts";
import { measureExit } from "./measure-exit.ts";
import { measureNav } from "./measure-nav.ts";
import type { Holdings } from "./read-holdings.ts";
import { refusalOfUnconfirmed } from "./refusal-of-unconfirmed.ts";
import type { Simulation } from "./simulate-call.ts";
import { type UnconfirmedPrice, unconfirmedPrices } from "./unconfirmed-prices.ts";

type Given = {
  stored: CallContext;
  prices: VenuePrices;
  holdings: Holdings;
  movesAssets: boolean;
  isExit: boolean;
  /** It neither buys nor adds, or sells what the vault does not count (may-lift.ts). */
  mayLift: boolean;
  oracleWindowSec: number | null;
  effect: NavEffect;
};

/** What the NAV Shield says of a call, and what it is held against again right before it is sent. */
export type MeasuredCall = {
  verdict: Verdict<NavFigures | null>;
  thresholdBps: number;
  baseline: bigint | null;
  /** Prices that decide about the NAV and that no venue confirms: the high is left out then. */
  unconfirmed: readonly UnconfirmedPrice[];
  refusesLift: boolean;
  /** The NAV before by venues' prices, where that is less: what losses and moves are a share of; never of a way out. */
  confirmed?: NavValue | undefined;
};

/** The NAV Shield over a call's simulation: the 24-hour high only where nobody alone moved the NAV, a way out by itself. The agent syncs nothing while somebody may have. */
export function measureCall(ctx: ExecutionContext, simulation: Simulation, given: Given): MeasuredCall {
  const { stored, prices, holdings, movesAssets, isExit, oracleWindowSec, effect } = given;
  const { settings, navBaseline } = stored;
  const thresholdBps = settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps;
  const baseline = isExit || navBaseline === null ? null : BigInt(navBaseline);
  const unconfirmed = unconfirmedPrices(ctx.vault, holdings, {
    prices,
    netTotalValueBase: simulation.before.ok ? simulation.before.value.netTotalValue : 0n,
    toleranceBps: settings.swapShieldBps ?? SETTINGS_DEFAULTS.swapShieldBps,
  });
  const { before } = simulation;
  const confirmed = isExit || !before.ok ? undefined : confirmedNav(before.value, holdings, prices);
  const refusesLift = !given.mayLift && ctx.executionMode === "delegated";
  const rules = {
    baselineUnitaryValue: baseline,
    thresholdBps,
    oracleWindowSec,
    effect,
    unconfirmed,
    refusesLift,
    confirmed,
  };
  const measure = isExit ? measureExit : measureNav;
  const isMove = effect.kind === "moves" && ctx.executionMode === "delegated";
  const refusal = isMove ? refusalOfUnconfirmed(unconfirmed, ctx.chainId) : undefined;
  const verdict: MeasuredCall["verdict"] = refusal ?? (movesAssets ? measure(simulation, rules) : allow(null));
  return { verdict, thresholdBps, baseline, unconfirmed, refusesLift, confirmed };
}
