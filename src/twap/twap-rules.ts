import type { DebugCall } from "../../schemas/debug-call.ts";
import type { PartialCall, SliceOutcome } from "../kinds/order-run.ts";
import { sanitize } from "../lib/sanitize.ts";

/**
 * Source: spec "Limits" and "TwapOrder"; decision D36. Bounds of orders: schemas/order-limits.ts.
 */
export const TWAP_RULES = {
  /** A slice is due a minute before its planned time. */
  jitterMs: 60_000,
  /** Two or three blocks: a slice sent later is not mined before its order's end. */
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

/** Such a failure pauses the order, too: its agent may send nothing more. */
export const isGrantOver = (outcome: SliceOutcome): boolean =>
  outcome.kind === "failed" && outcome.code === "grant_not_valid";

export type Failure = Extract<SliceOutcome, { kind: "failed" | "meta_unreadable" | "mined" }>;

/** The refusal's own code, or the kind of failure. */
export const codeOf = (outcome: Failure): string =>
  outcome.kind === "failed" ? outcome.code : outcome.kind;

/** Message of a failure; `unreadable` stands for one that says nothing. */
export function errorText(outcome: Failure, unreadable: string): string {
  const error = outcome.kind === "mined" ? undefined : outcome.error;
  const text = sanitize(error ?? "", TWAP_RULES.maxErrorLength);
  return text || (outcome.kind === "failed" ? outcome.code : unreadable);
}

/** A call whose unknown parts are null. */
export const wholeCall = (call: PartialCall = {}): DebugCall => ({
  to: call.to ?? null,
  from: call.from ?? null,
  value: call.value ?? null,
  data: call.data ?? null,
});
