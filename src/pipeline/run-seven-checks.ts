import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { BroadcastFacts } from "./broadcast-facts.ts";
import type { DryRun } from "./dry-run.ts";
import { noteCheck } from "./note-check.ts";
import { SEVEN_CHECKS } from "./seven-checks.ts";

/** What a dry run calls them, in their order. */
const NAMES: readonly DryRunCheckName[] = [
  "delegation",
  "target",
  "selector",
  "agent",
  "simulation_now",
  "gas_balance",
  "gas_caps",
];

/** All seven checks in order: the first refusal, or leave to go on. A dry run notes every one. */
export function runSevenChecks(facts: BroadcastFacts, ctx: { dryRun?: DryRun | undefined } = {}): Verdict {
  for (const [index, check] of SEVEN_CHECKS.entries()) {
    const name = NAMES[index];
    if (name === undefined) throw new Error("an eighth check has no name");
    const verdict = noteCheck(ctx, name, check(facts), {
      instead: () => undefined,
      figures: () => figuresOf(name, facts),
    });
    if (!verdict.ok) return verdict;
  }
  return allow(undefined);
}

function figuresOf(name: DryRunCheckName, facts: BroadcastFacts): Record<string, unknown> {
  const { transaction, agentBalanceWei, l1FeeWei, reservedWei, agent } = facts;
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (name === "gas_balance") {
    const neededWei = gas * maxFeePerGas + (l1FeeWei ?? 0n) + reservedWei;
    return {
      agent,
      balanceWei: String(agentBalanceWei),
      neededWei: String(neededWei),
      reservedWei: String(reservedWei),
    };
  }
  if (name === "gas_caps")
    return { maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) };
  return name === "agent" ? { agent } : {};
}
