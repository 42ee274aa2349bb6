import type { SliceOutcome } from "./slice-outcome.ts";

/** The one refusal that pauses an order at once: the next slices would be refused as well, and nobody would look. */
export const isOverLossBudget = (outcome: SliceOutcome): boolean =>
  outcome.kind === "failed" && outcome.code === "loss_budget_exceeded";
