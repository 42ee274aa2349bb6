import type { SliceOutcome } from "../kinds/slice-outcome.ts";

/**
 * It pauses an order at once: the next slices would be refused as well, unseen by the operator. Not where the budget is only held for
 * attempts that are still open.
 */
export const isOverLossBudget = (outcome: SliceOutcome): boolean =>
  outcome.kind === "failed" &&
  outcome.code === "loss_budget_exceeded" &&
  outcome.details?.reason !== "loss_budget_held";
