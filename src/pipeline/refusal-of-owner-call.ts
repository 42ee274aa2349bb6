import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";
import { callRule } from "./call-rule.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { Plan } from "./plan.ts";

/** The agent never sends a call that is the owner's alone, regardless of who requests or approves it. */
export function refusalOfOwnerCall({ executionMode }: ExecutionContext, plan: Plan): Refusal | undefined {
  if (executionMode === "manual" || plan.kind === "swap") return undefined;
  if (plan.kind === "call" && callRule(plan.expected)?.ownerOnly === false) return undefined;
  return refuse(
    "owner_only",
    "Only the vault's owner can make this call: ask for it unsigned (manual) and sign it yourself.",
  );
}
