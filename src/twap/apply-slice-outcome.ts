import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import { formatUnits } from "../lib/parse-units.ts";
import {
  type Failure,
  failureNotifications,
  type Success,
  successNotifications,
} from "./notification-base.ts";
import { planOfOrder, type SliceWorth } from "./plan-of-order.ts";
import type { SliceResult } from "./slice-end-of.ts";
import { isRunning, sideOf } from "./state-of.ts";
import { codeOf, errorText, isGrantOver, isOverLossBudget, TWAP_RULES } from "./twap-rules.ts";

type At = { nowMs: number; draw: Draw };

/**
 * Spec, "States and transitions"; decisions D36, D37 and D31. `nowMs` is the tick's time and
 * anchors the schedule. Cancelled and paused orders take late outcomes but stay closed.
 */
export function applySliceOutcome(
  order: TwapOrder,
  outcome: SliceOutcome,
  nowMs: number,
  draw: Draw,
): SliceResult {
  const at = { nowMs, draw };
  // After the last slice only repeats arrive.
  if (planOfOrder(order, draw).nextNumber > order.sliceCount) return unchanged(order, at);
  switch (outcome.kind) {
    case "refused_state":
    case "idle":
      return unchanged(order, at);
    case "expired":
      return order.active && order.pendingAttempt === undefined
        ? expired(order, at)
        : unchanged(order, at);
    case "pending":
      return pending(order, outcome.attemptId, at);
    case "executed":
      return succeeded(order, outcome, at);
    case "notified":
      return order.status === "active" ? succeeded(order, outcome, at) : unchanged(order, at);
    case "mined":
    case "meta_unreadable":
      // Only the chain ends an attempt that may be on it (decision D31).
      return isRunning(order) && order.pendingAttempt === undefined
        ? failed(order, outcome.kind === "mined" ? { kind: "meta_unreadable" } : outcome, at)
        : unchanged(order, at);
    case "failed":
      // Once the order is closed, only an attempt that was out still counts.
      return isRunning(order) || order.pendingAttempt !== undefined
        ? failed(order, outcome, at)
        : unchanged(order, at);
  }
}

const unchanged = (order: TwapOrder, { draw }: At): SliceResult => ({
  order,
  event: null,
  notifications: [],
  dueMs: planOfOrder(order, draw).dueMs,
});

/** The rest is told as a change of the order, not as a slice. */
function expired({ waiting: _, ...order }: TwapOrder, at: At): SliceResult {
  const { leftBase } = planOfOrder(order, at.draw);
  const [symbol, decimals] = sideOf(order);
  const restBase = leftBase.toString();
  const completedAt = Math.max(at.nowMs, order.expiresAt ?? 0);
  return {
    ...unchanged({ ...order, active: false, status: "expired", completedAt, restBase }, at),
    change: {
      kind: "order_expired",
      amountBase: restBase,
      amount: formatUnits(leftBase, decimals),
      symbol,
    },
  };
}

function pending(order: TwapOrder, attemptId: string, at: At): SliceResult {
  if (isAttemptRecorded(order)) return unchanged(order, at);
  const isPrepared = order.pendingAttempt === attemptId;
  return unchanged(
    {
      ...recordAttempt(order, at),
      status: isRunning(order) ? "pending_confirmation" : order.status,
      pendingAttempt: attemptId,
      attemptsOfSlice: isPrepared ? order.attemptsOfSlice : order.attemptsOfSlice + 1,
    },
    at,
  );
}

function succeeded(order: TwapOrder, outcome: Success, at: At): SliceResult {
  const attempted = withoutAttempt(recordAttempt(order, at));
  const plan = planOfOrder(order, at.draw);
  const worth = plan.worthAt(at.nowMs);
  const spentBase = BigInt(order.spentBase) + outcome.sellBase;
  const boughtBase = BigInt(order.boughtBase) + outcome.buyBase;
  // A paused order has nothing left to resume.
  const isCompleted =
    worth.number - 1 + worth.slices === order.sliceCount && order.status !== "cancelled";
  const next: TwapOrder = {
    ...attempted,
    ...(isCompleted && { active: false, completedAt: at.nowMs }),
    status: isCompleted ? "completed" : isRunning(order) ? "active" : order.status,
    slicesExecuted: order.slicesExecuted + worth.slices,
    tradedBase: (plan.tradedBase + worth.amountBase).toString(),
    consecutiveFailures: 0,
    attemptsOfSlice: 0,
    spentBase: spentBase.toString(),
    boughtBase: boughtBase.toString(),
    amountSpent: formatUnits(spentBase, order.sellDecimals),
    totalBought: formatUnits(boughtBase, order.buyDecimals),
    amountsEstimated: order.amountsEstimated || (outcome.kind === "executed" && outcome.estimated),
  };
  const event: TwapEvent = {
    ...eventBase(order, worth, at),
    sellAmount: formatUnits(outcome.sellBase, order.sellDecimals),
    buyAmount: formatUnits(outcome.buyBase, order.buyDecimals),
    success: true,
    ...(outcome.kind === "notified" && { notified: true }),
  };
  return {
    order: next,
    event,
    notifications: successNotifications(next, outcome, event),
    dueMs: planOfOrder(next, at.draw).dueMs,
  };
}

function failed(order: TwapOrder, outcome: Failure, at: At): SliceResult {
  const attempted = withoutAttempt(recordAttempt(order, at));
  const worth = planOfOrder(order, at.draw).worthAt(at.nowMs);
  const consecutiveFailures = order.consecutiveFailures + 1;
  const isPausing =
    isRunning(order) &&
    (consecutiveFailures >= TWAP_RULES.maxConsecutiveFailures ||
      isOverLossBudget(outcome) ||
      isGrantOver(outcome));
  const error = errorText(outcome, "The swap's amounts (SwapMeta) could not be read.");
  const next: TwapOrder = {
    ...attempted,
    active: order.active && !isPausing,
    status: isPausing ? "auto_paused" : isRunning(order) ? "active" : order.status,
    consecutiveFailures,
    lastError: error,
  };
  const event: TwapEvent = {
    ...eventBase(order, worth, at),
    ...failedAmounts(order, worth, outcome),
    success: false,
    error,
    code: codeOf(outcome),
  };
  return {
    order: next,
    event,
    notifications: failureNotifications(next, outcome, event),
    dueMs: planOfOrder(next, at.draw).dueMs,
  };
}

/** `pending` has recorded the attempt's time already. */
const isAttemptRecorded = (order: TwapOrder): boolean =>
  order.lastExecution !== undefined &&
  order.pendingAttempt !== undefined &&
  order.status !== "active";

function recordAttempt({ waiting: _, ...order }: TwapOrder, { nowMs, draw }: At): TwapOrder {
  if (isAttemptRecorded(order)) return order;
  return { ...order, ...planOfOrder(order, draw).servedAt(nowMs), lastExecution: nowMs };
}

const withoutAttempt = ({
  pendingAttempt: _,
  pendingSlices: __,
  pendingBase: ___,
  ...order
}: TwapOrder): TwapOrder => order;

const eventBase = (order: TwapOrder, { number, slices }: SliceWorth, { nowMs }: At) => ({
  orderId: order.id,
  timestamp: nowMs,
  sliceNumber: number,
  totalSlices: order.sliceCount,
  ...(slices > 1 && { slices }),
});

function failedAmounts(
  order: TwapOrder,
  { amountBase }: SliceWorth,
  outcome: Failure,
): Pick<TwapEvent, "sellAmount" | "buyAmount"> {
  if (outcome.kind === "failed" && outcome.swapMeta) {
    const { sellAmount, buyAmount } = outcome.swapMeta;
    return { sellAmount, buyAmount };
  }
  const amount = formatUnits(amountBase, sideOf(order)[1]);
  return order.side === "sell"
    ? { sellAmount: amount, buyAmount: "0" }
    : { sellAmount: "0", buyAmount: amount };
}
