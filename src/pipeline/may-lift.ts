import type { LimitedCall } from "../kinds/limited-call.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import { isCounted } from "./is-counted.ts";
import type { JudgedCall } from "./judge-call.ts";
import type { SwapValues } from "./read-swap-values.ts";

/**
 * By more than the NAV Shield's threshold: what neither buys nor adds, and what sells an uncounted token for one that the vault counts
 * already or holds nothing of.
 */
export function mayLift(
  subject: SwapPlan | JudgedCall,
  limited: LimitedCall | undefined,
  values: SwapValues | null,
): boolean {
  if (limited === undefined || limited.buys.length === 0) return true;
  if (subject.kind === "call") return false;
  const { quote, facts } = subject;
  if (isCounted(facts, quote.request.tokenIn.address)) return false;
  const held = values?.uncountedOutBase;
  return isCounted(facts, quote.request.tokenOut.address) || (held?.ok === true && held.value === 0n);
}
