import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import { allow } from "../lib/verdict.ts";
import type { BroadcastFacts } from "./broadcast-facts.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";
import { SEVEN_CHECKS } from "./seven-checks.ts";

/** The seven points by the names that a report has for them, in their order. */
const NAMES: readonly DryRunCheckName[] = [
  "delegation",
  "target",
  "selector",
  "agent",
  "simulation_now",
  "gas_balance",
  "gas_caps",
];

/** The seven points of delegated execution over what was read for them. */
export const CHECKS_OF_SEVEN: readonly CallCheck[] = SEVEN_CHECKS.map((point, index) => {
  const name = NAMES[index];
  if (name === undefined) throw new Error("an eighth check has no name");
  return defineCheck({
    ...{ name, stage: "now" },
    needs: ["broadcast"],
    judge: ({ broadcast }) => {
      const verdict = point(broadcast);
      return verdict.ok ? allow({ figures: figuresOf(name, broadcast) }) : verdict;
    },
  });
});

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
