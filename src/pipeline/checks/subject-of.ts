import type { SwapPlan } from "../../kinds/plan.ts";
import { pricedBy } from "../facts/priced-by.ts";
import type { CheckFacts } from "./define-check.ts";
import type { JudgedCall } from "./judge-call.ts";

type Known = Pick<CheckFacts, "subject" | "isExit" | "needsWindows" | "priced" | "deciding">;

/** Facts that follow from the call alone. */
export function subjectOf(subject: SwapPlan | JudgedCall): Known {
  const isExit = subject.kind === "call" && subject.rule.lowersRisk?.(subject.call) === true;
  const priced = pricedBy(subject);
  const { tokens, baseToken } = priced;
  return {
    ...{ subject, isExit, priced },
    needsWindows: !isExit && (subject.kind === "swap" || subject.rule.evenWithShortWindow !== true),
    deciding: [...tokens, ...(baseToken === undefined ? [] : [baseToken])],
  };
}
