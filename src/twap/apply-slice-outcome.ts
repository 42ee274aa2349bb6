import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { formatUnits } from "../lib/format-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { advancePoint } from "./advance-point.ts";
import { dueScore } from "./due-score.ts";
import { failureNotifications } from "./failure-notifications.ts";
import { isOverLossBudget } from "./is-over-loss-budget.ts";
import { sliceAmountBase } from "./slice-amount-base.ts";
import type { SliceOutcome, SliceResult } from "./slice-outcome.ts";
import { successNotifications } from "./success-notifications.ts";
import { TWAP_RULES } from "./twap-rules.ts";

type Success = Extract<SliceOutcome, { kind: "executed" | "notified" }>;
type Failure = Extract<SliceOutcome, { kind: "failed" | "meta_unreadable" }>;

/**
 * The order after a slice attempt, with its event and notifications (spec, "States and transitions"; decisions 40-43,
 * 47). `nowMs` of an attempt is its tick's time: it anchors the schedule. An outcome that follows a `pending` keeps the
 * attempt's own time. Cancelled and paused orders take late outcomes but stay closed.
 */
export function applySliceOutcome(order: TwapOrder, outcome: SliceOutcome, nowMs: number): SliceResult {
  // Nothing can follow the last slice: whatever still arrives is a repeat.
  if (order.slicesExecuted >= order.sliceCount) return unchanged(order);
  switch (outcome.kind) {
    case "refused_state":
    case "idle":
      return unchanged(order);
    case "pending":
      return pending(order, outcome.attemptId, nowMs);
    case "executed":
      return succeeded(order, outcome, nowMs);
    case "notified":
      return order.status === "active" ? succeeded(order, outcome, nowMs) : unchanged(order);
    case "mined":
    case "meta_unreadable":
      // Only the chain ends an attempt that may be on it (decision 43), and what it says has amounts, estimated at worst.
      return isRunning(order) && order.pendingAttempt === undefined
        ? failed(order, outcome.kind === "mined" ? { kind: "meta_unreadable" } : outcome, nowMs)
        : unchanged(order);
    case "failed":
      // A build that failed after the order was closed is of no interest; an attempt that was out is.
      return isRunning(order) || order.pendingAttempt !== undefined ? failed(order, outcome, nowMs) : unchanged(order);
  }
}

/** A manually paused order keeps `active: true` and its place in the limits; only its status says that it rests. */
const isRunning = ({ status }: TwapOrder): boolean => status === "active" || status === "pending_confirmation";

const unchanged = (order: TwapOrder): SliceResult => ({
  order,
  event: null,
  notifications: [],
  dueMs: dueScore(order),
});

function pending(order: TwapOrder, attemptId: string, nowMs: number): SliceResult {
  if (isAttemptRecorded(order)) return unchanged(order);
  const isPrepared = order.pendingAttempt === attemptId;
  return unchanged({
    ...recordAttempt(order, nowMs),
    status: isRunning(order) ? "pending_confirmation" : order.status,
    pendingAttempt: attemptId,
    attemptsOfSlice: isPrepared ? order.attemptsOfSlice : order.attemptsOfSlice + 1,
  });
}

function succeeded(order: TwapOrder, outcome: Success, nowMs: number): SliceResult {
  const { pendingAttempt: _, ...attempted } = recordAttempt(order, nowMs);
  const spentBase = BigInt(order.spentBase) + outcome.sellBase;
  const boughtBase = BigInt(order.boughtBase) + outcome.buyBase;
  const slicesExecuted = order.slicesExecuted + 1;
  // A cancelled order stays cancelled; a paused one has nothing left to resume.
  const isCompleted = slicesExecuted === order.sliceCount && order.status !== "cancelled";
  const next: TwapOrder = {
    ...attempted,
    ...(isCompleted ? { active: false, completedAt: nowMs } : {}),
    status: isCompleted ? "completed" : isRunning(order) ? "active" : order.status,
    slicesExecuted,
    consecutiveFailures: 0,
    attemptsOfSlice: 0,
    spentBase: spentBase.toString(),
    boughtBase: boughtBase.toString(),
    amountSpent: formatUnits(spentBase, order.sellDecimals),
    totalBought: formatUnits(boughtBase, order.buyDecimals),
    amountsEstimated: order.amountsEstimated || (outcome.kind === "executed" && outcome.estimated),
  };
  const event: TwapEvent = {
    ...eventBase(order, nowMs),
    sellAmount: formatUnits(outcome.sellBase, order.sellDecimals),
    buyAmount: formatUnits(outcome.buyBase, order.buyDecimals),
    success: true,
    ...(outcome.kind === "notified" && { notified: true }),
  };
  return { order: next, event, notifications: successNotifications(next, outcome, event), dueMs: dueScore(next) };
}

function failed(order: TwapOrder, outcome: Failure, nowMs: number): SliceResult {
  const { pendingAttempt: _, ...attempted } = recordAttempt(order, nowMs);
  const consecutiveFailures = order.consecutiveFailures + 1;
  const isPausing =
    isRunning(order) && (consecutiveFailures >= TWAP_RULES.maxConsecutiveFailures || isOverLossBudget(outcome));
  const error = errorText(outcome);
  const next: TwapOrder = {
    ...attempted,
    active: order.active && !isPausing,
    status: isPausing ? "auto_paused" : isRunning(order) ? "active" : order.status,
    consecutiveFailures,
    lastError: error,
  };
  const event: TwapEvent = {
    ...eventBase(order, nowMs),
    ...failedAmounts(order, outcome),
    success: false,
    error,
  };
  return {
    order: next,
    event,
    notifications: failureNotifications(next, outcome, event),
    dueMs: dueScore(next),
  };
}

/** Whether the attempt's time is in the record already: `pending` put it there. */
const isAttemptRecorded = (order: TwapOrder): boolean =>
  order.lastExecution !== undefined && order.pendingAttempt !== undefined && order.status !== "active";

function recordAttempt({ waiting: _, ...order }: TwapOrder, nowMs: number): TwapOrder {
  return isAttemptRecorded(order) ? order : { ...order, ...advancePoint(order, nowMs), lastExecution: nowMs };
}

const eventBase = (order: TwapOrder, nowMs: number) => ({
  orderId: order.id,
  timestamp: nowMs,
  sliceNumber: order.slicesExecuted + 1,
  totalSlices: order.sliceCount,
});

/** SwapMeta's amounts where the swap was built, else what was planned for the `side` token and nothing for the other. */
function failedAmounts(order: TwapOrder, outcome: Failure): Pick<TwapEvent, "sellAmount" | "buyAmount"> {
  if (outcome.kind === "failed" && outcome.swapMeta) {
    return { sellAmount: outcome.swapMeta.sellAmount, buyAmount: outcome.swapMeta.buyAmount };
  }
  const plannedBase = sliceAmountBase(order, order.slicesExecuted + 1);
  return order.side === "sell"
    ? { sellAmount: formatUnits(plannedBase, order.sellDecimals), buyAmount: "0" }
    : { sellAmount: "0", buyAmount: formatUnits(plannedBase, order.buyDecimals) };
}

function errorText(outcome: Failure): string {
  const text = sanitize(outcome.error ?? "", TWAP_RULES.maxErrorLength);
  if (text !== "") return text;
  return outcome.kind === "failed" ? outcome.code : "The swap's amounts (SwapMeta) could not be read.";
}
