import { allow, type Refusal, refuse } from "../lib/verdict.ts";
import { refusalOfUnconfirmed } from "../vaults/unconfirmed-prices.ts";
import type { CallCheck } from "./check-facts.ts";
import { checkWindows } from "./check-windows.ts";
import { defineCheck } from "./define-check.ts";
import { judgeRun } from "./judge-run.ts";
import { measureExit, measureNav } from "./measure-nav.ts";
import { unmeasuredYet } from "./unmeasured-yet.ts";
import { valueSwap } from "./value-swap.ts";

const stage = "simulated";

/** What a built call must pass at the block of its simulation. */
export const CHECKS_SIMULATED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "oracle_window", stage },
    needs: ["ctx", "deciding", "pools", "isExit", "needsWindows"],
    judge: (facts) => checkWindows(facts, facts.pools, facts.deciding),
  }),
  defineCheck({
    ...{ name: "limits", stage },
    needs: ["spendRead"],
    judge: ({ spendRead }) =>
      spendRead.ok ? allow({ figures: { ...spendRead.value?.spend }, gives: { spend: spendRead.value } }) : spendRead,
  }),
  defineCheck({
    ...{ name: "grant", stage },
    appliesTo: ({ ctx }) => ctx?.grant !== undefined,
    needs: ["grantRead"],
    judge: ({ grantRead }) =>
      grantRead.ok ? allow(grantRead.value === undefined ? {} : { gives: { granted: grantRead.value } }) : grantRead,
  }),
  defineCheck({
    ...{ name: "simulation", stage },
    needs: ["plan", "simulation", "built", "agent"],
    judge: ({ plan, simulation, built: { data }, agent }) => {
      const run = judgeRun(simulation, data, agent, plan.facts);
      if (run.ok) return allow({ figures: { gasUnits: run.value.gasUnits.toString() }, gives: { run: run.value } });
      return plan.kind === "swap" && plan.isNarrowed && run.code === "simulation_reverted" ? narrowed(run) : run;
    },
  }),
  defineCheck({
    ...{ name: "call_rule", stage },
    needs: ["checked"],
    judge: ({ checked }) => {
      if (!checked.ok) return checked;
      const { beside: _, ...figures } = checked.value;
      return allow({ figures, gives: { bounded: checked.value } });
    },
  }),
  defineCheck({
    ...{ name: "nav_effect", stage },
    needs: ["effectRead"],
    judge: ({ effectRead }) => (effectRead.ok ? allow({ gives: { effect: effectRead.value } }) : effectRead),
  }),
  defineCheck({
    ...{ name: "nav_shield", stage },
    needs: ["ctx", "simulation", "measured", "effect", "built", "isExit", "needsWindows"],
    judge: ({ ctx, simulation, measured, effect, windows, built: { movesAssets }, isExit, needsWindows }) => {
      const { baseline: baselineUnitaryValue, thresholdBps, unconfirmed, refusesLift, confirmed } = measured;
      // The agent syncs nothing while a stranger alone may have moved the NAV (decision 491).
      const isMove = effect.kind === "moves" && ctx.executionMode === "delegated";
      const refusal = isMove ? refusalOfUnconfirmed(unconfirmed, ctx.chainId) : undefined;
      if (refusal !== undefined) return refusal;
      if (!movesAssets) return allow({ figures: {}, gives: { nav: null } });
      const rules = { baselineUnitaryValue, thresholdBps, unconfirmed, refusesLift, confirmed, effect };
      const oracleWindowSec = windows?.windowSec ?? null;
      const nav = (isExit ? measureExit : measureNav)(simulation, { ...rules, oracleWindowSec });
      if (nav.ok) return allow({ figures: { ...nav.value }, gives: { nav: nav.value } });
      return needsWindows || isExit ? nav : unmeasuredYet(nav);
    },
  }),
  defineCheck({
    ...{ name: "simulated_amounts", stage },
    needs: ["plan", "built", "simulation", "values", "prices"],
    judge: ({ plan, built, simulation, values, prices }) => {
      const swap = valueSwap(plan, built.swap, simulation, values, prices);
      return swap.ok ? allow({ gives: { swap: swap.value } }) : swap;
    },
  }),
];

/** The price moved past the limit that the calldata holds, as far as anyone can tell: its order waits, and is tried again. */
const narrowed = ({ message }: Refusal): Refusal =>
  refuse("limit_price_not_met", `At the order's limit price it cannot be traded now. ${message}`, { cause: message });
