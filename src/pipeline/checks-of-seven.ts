import type { DryRun } from "../kinds/execution-context.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";
import type { BroadcastFacts } from "./prepared-call.ts";
import { judgeEach } from "./run-checks.ts";
import { SEVEN_CHECKS } from "./seven-checks.ts";

type Name = keyof typeof SEVEN_CHECKS;

/** The seven points of delegated execution as checks. */
export const CHECKS_OF_SEVEN: readonly CallCheck[] = Object.entries(SEVEN_CHECKS).map(
  ([key, point]) => {
    // Safe: a key of the record.
    const name = key as Name;
    return defineCheck({
      ...{ name, stage: "now" },
      needs: ["broadcast"],
      judge: ({ broadcast }) => {
        const verdict = point(broadcast);
        return verdict.ok ? allow({ figures: figuresOf(name, broadcast) }) : verdict;
      },
    });
  },
);

function figuresOf(name: Name, facts: BroadcastFacts): Record<string, unknown> {
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
    return {
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    };
  return name === "agent" ? { agent } : {};
}

/** The first refusal of all seven, in order. */
export function runSevenChecks(
  broadcast: BroadcastFacts,
  ctx: { dryRun?: DryRun | undefined } = {},
): Verdict {
  const judged = judgeEach(ctx, CHECKS_OF_SEVEN, { broadcast });
  return judged.ok ? allow(undefined) : judged;
}
