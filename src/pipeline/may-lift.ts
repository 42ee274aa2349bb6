import type { NavFigures, Warning } from "../kinds/execution-outcome.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { refusalOfLift } from "../shields/judge-nav-shield.ts";
import type { JudgedCall } from "./judge-call.ts";
import { isCounted, type SwapValues } from "./read-swap-values.ts";

/**
 * May lift the NAV beyond the threshold: it neither buys nor adds, or sells an uncounted token for
 * a counted or unheld one.
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
  return (
    isCounted(facts, quote.request.tokenOut.address) || (held?.ok === true && held.value === 0n)
  );
}

/** A signer hears the refusal of the agent's call. */
export function liftWarning(nav: NavFigures | null): Warning[] {
  if (nav?.basis !== "unitaryValue") return [];
  const { before, after, thresholdBps } = nav;
  const lift = refusalOfLift({ before: BigInt(before), after: BigInt(after), thresholdBps });
  if (lift === undefined) return [];
  return [
    {
      code: lift.code,
      message: `Warning: ${lift.message}`,
      ...(lift.details && { details: lift.details }),
    },
  ];
}
