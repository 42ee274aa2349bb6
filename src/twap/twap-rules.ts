import type { DebugCall } from "../../schemas/debug-call.ts";
import type { PartialCall, SliceOutcome } from "../kinds/order-run.ts";

/** What bounds an order is in schemas/order-limits.ts. Source: spec "Limits" and "TwapOrder"; decision 40. */
export const TWAP_RULES = {
  /** The constant part of the due rule's jitter: a slice is due from a minute before its planned time. */
  jitterMs: 60_000,
  /** Two or three blocks: with less until its order's end, a slice would be mined too late (as in may-send-again.ts). */
  timeToMineMs: 30_000,
  maxConsecutiveFailures: 3,
  /** Twelve ticks: what is transient is over by then. */
  tellWaitingAfterMs: 60 * 60_000,
  maxErrorLength: 400,
} as const;

/**
 * It pauses an order at once: the next slices would be refused as well, unseen by the operator. Not where the budget is only held for
 * attempts that are still open.
 */
export const isOverLossBudget = (outcome: SliceOutcome): boolean =>
  outcome.kind === "failed" &&
  outcome.code === "loss_budget_exceeded" &&
  outcome.details?.reason !== "loss_budget_held";

/** It pauses an order at once, too: what its agent may no longer send is not tried again. Its owner resumes the order as his own. */
export const isGrantOver = (outcome: SliceOutcome): boolean =>
  outcome.kind === "failed" && outcome.code === "grant_not_valid";

/** A call with its unknown parts named as such. */
export const wholeCall = (call: PartialCall = {}): DebugCall => ({
  to: call.to ?? null,
  from: call.from ?? null,
  value: call.value ?? null,
  data: call.data ?? null,
});
