import type { DebugCall } from "../../schemas/debug-call.ts";
import type { PartialCall, SliceOutcome } from "../kinds/order-run.ts";

/**
 * Source: spec "Limits" and "TwapOrder"; decision 40. Bounds of orders: schemas/order-limits.ts.
 */
export const TWAP_RULES = {
  /** A slice is due a minute before its planned time. */
  jitterMs: 60_000,
  /** Two or three blocks, as in may-send-again.ts. */
  timeToMineMs: 30_000,
  maxConsecutiveFailures: 3,
  tellWaitingAfterMs: 60 * 60_000,
  maxErrorLength: 400,
} as const;

/**
 * Such a failure pauses the order: later slices would be refused too. A held budget is free again
 * soon.
 */
export const isOverLossBudget = (outcome: SliceOutcome): boolean =>
  outcome.kind === "failed" &&
  outcome.code === "loss_budget_exceeded" &&
  outcome.details?.reason !== "loss_budget_held";

/** A call whose unknown parts are null. */
export const wholeCall = (call: PartialCall = {}): DebugCall => ({
  to: call.to ?? null,
  from: call.from ?? null,
  value: call.value ?? null,
  data: call.data ?? null,
});
