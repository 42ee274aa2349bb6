import type { NavFigures, ShieldFigures, UnconfirmedPrice } from "../kinds/execution-outcome.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { judgeNavShield, NO_VALUE_SENTINEL } from "../shields/judge-nav-shield.ts";
import type { NavEffect } from "../shields/judge-stated-move.ts";
import type { NavValue } from "../vaults/confirmed-nav.ts";
import { youngOracle } from "../vaults/young-oracle.ts";
import type { Simulation } from "./simulate-call.ts";

type Rules = {
  baselineUnitaryValue: bigint | null;
  thresholdBps: number;
  oracleWindowSec: number | null;
  effect?: NavEffect | undefined;
  unconfirmed?: readonly UnconfirmedPrice[] | undefined;
  refusesLift?: boolean | undefined;
  /** By venues' prices, where less. */
  confirmed?: NavValue | undefined;
};

/**
 * Decision D21. A silent node is rpc_unavailable, a refusing vault nav_shield_blocked, a young
 * oracle oracle_window_filling.
 */
export function measureNav(
  { before, after, totalSupply }: Pick<Simulation, "before" | "after" | "totalSupply">,
  {
    baselineUnitaryValue,
    thresholdBps,
    oracleWindowSec,
    effect,
    unconfirmed = [],
    refusesLift = false,
    confirmed,
  }: Rules,
): Verdict<NavFigures> {
  const readings = [before, after, totalSupply];
  if (readings.some((outcome) => !outcome.ok && outcome.kind === "unavailable")) {
    return refuse(
      "rpc_unavailable",
      "The chain could not measure the vault's NAV. Nothing was sent; please try again.",
    );
  }
  const young = youngOracle(before);
  if (young !== undefined) return young;
  const refused = { unmeasured: "the vault refused to compute it" };
  const verdict = judgeNavShield({
    before: before.ok && totalSupply.ok ? before.value : refused,
    after: after.ok ? after.value : refused,
    totalSupply: totalSupply.ok ? totalSupply.value : 0n,
    baselineUnitaryValue,
    isHighLeftOut: unconfirmed.length > 0,
    refusesLift,
    confirmed,
    thresholdBps,
    ...(effect !== undefined && { effect }),
  });
  return verdict.ok
    ? allow({
        ...verdict.value,
        oracleWindowSec,
        ...(unconfirmed.length > 0 && { unconfirmed: [...unconfirmed] }),
      })
    : { ...verdict, details: { ...verdict.details, oracleWindowSec } };
}

/**
 * Decision D24: the value right before alone; an unmeasurable NAV holds no way out up (null).
 * Losing all value still refuses, as a silent node does.
 */
export function measureExit(
  simulation: Parameters<typeof measureNav>[0],
  rules: Omit<Parameters<typeof measureNav>[1], "baselineUnitaryValue">,
): Verdict<NavFigures | null> {
  const measured = measureNav(simulation, { ...rules, baselineUnitaryValue: null });
  if (measured.ok || measured.code === "rpc_unavailable" || measured.details?.measured === true)
    return measured;
  const { before, after } = simulation;
  const isLost =
    before.ok &&
    after.ok &&
    before.value.unitaryValue > NO_VALUE_SENTINEL &&
    after.value.unitaryValue <= NO_VALUE_SENTINEL;
  return isLost ? measured : allow(null);
}

/**
 * NAV for the 24-hour high, without short or unconfirmed prices: a stranger could raise it and
 * block later calls.
 */
export const keptNav = ({
  navShield,
  oracleWarning,
}: ShieldFigures): { unitaryValue: string } | undefined =>
  navShield?.basis === "unitaryValue" &&
  oracleWarning === undefined &&
  navShield.unconfirmed === undefined
    ? { unitaryValue: navShield.before }
    : undefined;
