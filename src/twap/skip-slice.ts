import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../lib/draw.ts";
import { type OrderPlan, planOfOrder } from "./plan-of-order.ts";

export type Skipped = { order: TwapOrder; number: number; amountBase: bigint };

/**
 * Without an attempt under way, at `nowMs`: its amount is not traded later, and its point passes. Without a slice left the order is
 * completed.
 */
export function skipSlice({ waiting: _, ...order }: TwapOrder, nowMs: number, draw: Draw): Skipped {
  const plan = planOfOrder(order, draw);
  const { number, amountBase } = planOfOrder({ ...order, catchUp: false }, draw).worthAt(nowMs);
  const isLast = number === order.sliceCount;
  return {
    number,
    amountBase,
    order: {
      ...order,
      ...passedAt(order, nowMs, plan),
      ...(isLast && { active: false, status: "completed" as const, completedAt: nowMs }),
      attemptsOfSlice: 0,
      skippedSlices: [...(order.skippedSlices ?? []), number],
      skippedBase: (plan.skippedBase + amountBase).toString(),
      tradedBase: plan.tradedBase.toString(),
    },
  };
}

/**
 * A point still to come passes as well; the first one is where the order would have begun. Of an order that catches up one point passes:
 * what it missed besides is still owed.
 */
function passedAt({ anchorMs, pointIndex, startAt, catchUp }: TwapOrder, nowMs: number, plan: OrderPlan) {
  if (anchorMs === undefined) return plan.servedAt(Math.max(nowMs, startAt ?? 0));
  return catchUp ? { anchorMs, pointIndex: pointIndex + 1 } : plan.servedAt(nowMs);
}
