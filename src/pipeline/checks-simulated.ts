import type { Address, Hex } from "viem";
import { decodeRevert } from "../chain/decode-revert.ts";
import { scopesOf } from "../delegation/delegable-selectors.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { refusalOfUnconfirmed } from "../vaults/unconfirmed-prices.ts";
import type { CallCheck } from "./check-facts.ts";
import { checkWindows } from "./check-windows.ts";
import { defineCheck, given } from "./define-check.ts";
import { judgeGrantExit } from "./judge-grant-exit.ts";
import { measureExit, measureNav } from "./measure-nav.ts";
import type { Simulation } from "./simulate-call.ts";
import { valueSwap } from "./value-swap.ts";

const stage = "simulated";

/** Checks of a built call at the block of its simulation. */
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
      spendRead.ok
        ? allow({ figures: { ...spendRead.value?.spend }, gives: { spend: spendRead.value } })
        : spendRead,
  }),
  defineCheck({
    ...{ name: "grant", stage },
    appliesTo: ({ ctx }) => ctx?.grant !== undefined,
    needs: ["grantRead"],
    judge: ({ grantRead }) =>
      grantRead.ok
        ? allow(grantRead.value === undefined ? {} : { gives: { granted: grantRead.value } })
        : grantRead,
  }),
  defineCheck({
    ...{ name: "simulation", stage },
    needs: ["plan", "simulation", "built", "agent"],
    judge: ({ plan, simulation, built: { data }, agent }) => {
      const run = judgeRun(simulation, data, agent, plan.facts);
      if (run.ok)
        return allow({
          figures: { gasUnits: run.value.gasUnits.toString() },
          gives: { run: run.value },
        });
      return plan.kind === "swap" && plan.isNarrowed && run.code === "simulation_reverted"
        ? narrowed(run)
        : run;
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
    ...{ name: "grant", stage },
    appliesTo: ({ ctx, isExit, granted }) =>
      ctx?.grant !== undefined && isExit === true && granted === undefined,
    needs: ["ctx", "bounded"],
    judge: ({ ctx, bounded }) => {
      const judged = judgeGrantExit(ctx, bounded.beside?.exit);
      if (!judged.ok) return judged;
      return allow(judged.value === undefined ? {} : { gives: { granted: judged.value } });
    },
  }),
  defineCheck({
    ...{ name: "nav_effect", stage },
    needs: ["effectRead"],
    judge: ({ effectRead }) => given("effect", effectRead),
  }),
  defineCheck({
    ...{ name: "nav_shield", stage },
    needs: ["ctx", "simulation", "measured", "effect", "built", "isExit", "needsWindows"],
    judge: ({
      ctx,
      simulation,
      measured,
      effect,
      windows,
      built: { movesAssets },
      isExit,
      needsWindows,
    }) => {
      // The agent syncs nothing while one stranger may have moved the NAV (decision D23).
      const isMove = effect.kind === "moves" && ctx.executionMode === "delegated";
      const refusal = isMove ? refusalOfUnconfirmed(measured.unconfirmed, ctx.chainId) : undefined;
      if (refusal !== undefined) return refusal;
      if (!movesAssets) return allow({ figures: {}, gives: { nav: null } });
      const oracleWindowSec = windows?.windowSec ?? null;
      const nav = (isExit ? measureExit : measureNav)(simulation, {
        ...measured,
        baselineUnitaryValue: measured.baseline,
        ...{ effect, oracleWindowSec },
      });
      if (nav.ok) return allow({ figures: { ...nav.value }, gives: { nav: nav.value } });
      return needsWindows || isExit ? nav : unmeasuredYet(nav);
    },
  }),
  defineCheck({
    ...{ name: "simulated_amounts", stage },
    needs: ["plan", "built", "simulation", "values", "prices"],
    judge: ({ plan, built, simulation, values, prices }) =>
      given("swap", valueSwap(plan, built.swap, simulation, values, prices)),
  }),
];

/** The price has likely passed the limit in the calldata: the order waits, and is tried again. */
const narrowed = ({ message }: Refusal) =>
  refuse("limit_price_not_met", `At the order's limit price it cannot be traded now. ${message}`, {
    cause: message,
  });

/**
 * A trade in the oracle's own pool left the mean too little history, which time alone mends. Other
 * refusals stay.
 */
export const unmeasuredYet = (refusal: Refusal): Refusal =>
  refusal.details?.measured === false
    ? refuse(
        "oracle_window_filling",
        "The oracle has not observed this token for as long as its mean takes, so the " +
          "vault's NAV could not be measured after the trade. Nothing was built; try again in " +
          "5 minutes.",
        { retryAfterSec: 300 },
      )
    : refusal;

/** Gas estimates get a quarter on top (docs/facts/venues.md 6, gasLimitBufferPct). */
const GAS_BUFFER_PERCENT = 125n;

/** With that quarter below 2^24, one transaction's most (EIP-7825); more is a mistake or a trap. */
const MAX_GAS_UNITS = 13_000_000n;

/** The call alone must pass, and every fact of the sender be read. */
function judgeRun(
  { alone, gas, senderBalanceWei, senderNonce }: Simulation,
  data: Hex,
  agent: Address | undefined,
  facts: CallFacts,
): Verdict<{ gasUnits: bigint; senderBalanceWei: bigint; senderNonce: number }> {
  const selector = selectorOf(data);
  if (!alone.ok && alone.kind === "reverted")
    return revertRefusal(alone.data, selector, agent, facts);
  if (!gas.ok && gas.kind === "reverted") return revertRefusal(gas.data, selector, agent, facts);
  if (!alone.ok || !gas.ok || !senderBalanceWei.ok || !senderNonce.ok) {
    return refuse(
      "rpc_unavailable",
      "The chain could not simulate the transaction. Nothing was built; please try again.",
    );
  }
  if (gas.value > MAX_GAS_UNITS) {
    return refuse(
      "gas_above_cap",
      `This call would use ${gas.value} units of gas; at most ${MAX_GAS_UNITS} are accepted. ` +
        "Nothing was built.",
      { gasUnits: gas.value.toString(), maxGasUnits: MAX_GAS_UNITS.toString() },
    );
  }
  return allow({
    gasUnits: (gas.value * GAS_BUFFER_PERCENT) / 100n,
    senderBalanceWei: senderBalanceWei.value,
    senderNonce: senderNonce.value,
  });
}

/** Without the selector the agent only reads through the adapter, which reverts without data. */
export function revertRefusal(
  data: Hex,
  selector: Hex,
  agent: Address | undefined,
  facts: CallFacts,
): Refusal {
  if (agent !== undefined && data === "0x" && !facts.agentSelectors.includes(selector)) {
    const { text, scopes } = scopesOf([selector]);
    return refuse(
      "not_delegated",
      `The vault has not delegated ${selector} to its agent wallet on chain. Run ` +
        `setup_delegation${text} and confirm it.`,
      { agent, selector, ...(scopes.length > 0 && { scopes }) },
    );
  }
  const reason = decodeRevert(data);
  return refuse(reason.code, reason.message, {
    revert: reason.name,
    arguments: reason.args,
    revertData: data.slice(0, 266),
  });
}
