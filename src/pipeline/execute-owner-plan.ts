import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { OwnerPlan } from "../kinds/plan.ts";
import { allow } from "../lib/verdict.ts";
import { prepareOwnerCalls } from "./prepare-owner-calls.ts";
import { refusalOfOwnerCall } from "./read-call.ts";
import { noteCheck } from "./run-checks.ts";

/**
 * Calls that an owner or holder signs alone: unsigned, in order, simulated together; refused if
 * delegated. Any holder may call, so no NAV is kept. Refusals are outcomes.
 */
export async function executeOwnerPlan(
  ctx: ExecutionContext,
  plan: OwnerPlan,
): Promise<ExecutionOutcome> {
  const ownerOnly = noteCheck(
    ctx,
    "who_may_send",
    refusalOfOwnerCall(ctx, plan) ?? allow(undefined),
  );
  if (!ownerOnly.ok) return { status: "refused", refusal: ownerOnly };
  const prepared = noteCheck(
    ctx,
    "owner_transactions",
    await prepareOwnerCalls(ctx, plan),
    ({ transactions }) => ({
      transactions: transactions.length,
    }),
  );
  if (!prepared.ok) return { status: "refused", refusal: prepared };
  const { transactions, figures, unmeasured } = prepared.value;
  return {
    status: "unsigned",
    transaction: transactions[0],
    transactions,
    swap: null,
    figures,
    unmeasured,
  };
}
