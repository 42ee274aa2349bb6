import { allow } from "../lib/verdict.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";

/** What the loss budget says to what the last look found, where that is more than it holds. */
export const CHECKS_HELD: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "loss_budget_now", stage: "held" },
    appliesTo: ({ raised }) => raised !== undefined,
    needs: ["raised"],
    judge: ({ raised: { budget } }) => (budget.ok ? allow({}) : budget),
  }),
];

/** What a delegated call must have claimed in the store before it is signed. */
export const CHECKS_CLAIMED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "oracle_swap_hour", stage: "claimed" },
    needs: ["hour"],
    judge: ({ hour }) => (hour.ok ? allow({}) : hour),
  }),
];
