import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { Plan } from "../kinds/plan.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { callHead } from "./call-head.ts";

/** Regardless of who requests or approves it. */
export function refusalOfOwnerCall({ executionMode, deps }: ExecutionContext, plan: Plan): Refusal | undefined {
  if (executionMode === "manual" || plan.kind === "swap") return undefined;
  if (plan.kind === "call" && callHead.inAny(deps.tables, plan.expected.kind)?.sender === "agent") return undefined;
  return refuse(
    "owner_only",
    "Only the vault's owner can make this call: ask for it unsigned (manual) and sign it yourself.",
  );
}
