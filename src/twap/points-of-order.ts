import { TICK_RULES } from "../../schemas/tick-rules.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import { TWAP_RULES } from "./twap-rules.ts";

const ALL_BPS = 10_000;

/**
 * Point k is anchor + k x interval (decision 40), and with random times a drawn number of whole ticks later, by at most the stated share of
 * the interval: half of it at most, so that the next point comes behind it. The first attempt is the anchor, and is not drawn.
 */
export function pointsOfOrder(order: TwapOrder, draw: Draw) {
  const intervalMs = order.intervalMinutes * 60_000;
  const mostTicks = Math.floor((intervalMs * (order.randomize?.timeBps ?? 0)) / ALL_BPS / TICK_RULES.intervalMs);
  const laterMs = (point: number): number => {
    if (mostTicks === 0 || point === 0) return 0;
    const drawn = draw(`${order.vaultAddress.toLowerCase()}:${order.id}:${order.edits ?? 0}:${point}:time`);
    return Number(drawn % BigInt(mostTicks + 1)) * TICK_RULES.intervalMs;
  };
  /** Before the first attempt: when it may come at the earliest. */
  const firstMs = Math.max(order.createdAt, order.startAt ?? 0);
  const evenMs = (point: number): number =>
    order.anchorMs === undefined ? firstMs + point * intervalMs : plannedPointMs(order, point);
  const pointDueMs = (point: number): number => plannedPointMs(order, point) + laterMs(point) - TWAP_RULES.jitterMs;
  const servedAt = (nowMs: number): { anchorMs: number; pointIndex: number } => {
    const even = advancePoint(order, nowMs);
    const { anchorMs } = even;
    if (order.anchorMs === undefined) return even;
    // Of the last point that was due by the even plan, the drawn time may still be to come.
    const isEarly = mostTicks > 0 && pointDueMs(even.pointIndex - 1) >= nowMs;
    return { anchorMs, pointIndex: Math.max(order.pointIndex + 1, even.pointIndex - (isEarly ? 1 : 0)) };
  };
  return {
    /** Nothing is due before startAt; a slice that has its point is due a minute before it. */
    dueMs: (): number => {
      const pointMs = dueAtMs(order) + (order.anchorMs === undefined ? 0 : laterMs(order.pointIndex));
      return order.startAt === undefined ? pointMs : Math.max(pointMs, order.startAt - 1);
    },
    /** Of the slice that so many others come before. */
    plannedMs: (others: number): number => {
      const point = order.anchorMs === undefined ? others : order.pointIndex + others;
      return evenMs(point) + laterMs(point);
    },
    /** Points that were due before that of `nowMs`, and at which nothing was attempted. */
    missedAt: (nowMs: number): number =>
      order.anchorMs === undefined ? 0 : servedAt(nowMs).pointIndex - 1 - order.pointIndex,
    servedAt,
    /** Planned time of the point that the last attempt has used up; null before the first. */
    servedMs: (): number | null => {
      const point = Math.max(0, order.pointIndex - 1);
      return order.anchorMs === undefined ? null : evenMs(point) + laterMs(point);
    },
  };
}

/**
 * Unix ms: due when now > score. The first slice is due at the next tick, later ones a minute before their planned point: the spec's rule
 * (time since lastExecution + jitter > interval) with the jitter of decision 40: 60 s plus how late the last slice ran against its plan.
 */
export function dueAtMs(order: Pick<TwapOrder, "anchorMs" | "createdAt" | "intervalMinutes" | "pointIndex">): number {
  if (order.anchorMs === undefined) return order.createdAt;
  return plannedPointMs(order, order.pointIndex) - TWAP_RULES.jitterMs;
}

/**
 * The first attempt anchors it. Later ones serve the last point that was due by then: missed points are skipped and the plan gets that much
 * longer, so nothing bursts (decision 40).
 */
export function advancePoint(
  order: Pick<TwapOrder, "anchorMs" | "intervalMinutes" | "pointIndex">,
  nowMs: number,
): { anchorMs: number; pointIndex: number } {
  if (order.anchorMs === undefined) return { anchorMs: nowMs, pointIndex: 1 };
  const intervalMs = order.intervalMinutes * 60_000;
  // The largest k whose due time lies strictly before now: k x interval - jitter < now - anchor.
  const lastDue = Math.ceil((nowMs - order.anchorMs + TWAP_RULES.jitterMs) / intervalMs) - 1;
  // An attempt uses up its point even when a clock went back.
  const served = Math.max(lastDue, order.pointIndex);
  return { anchorMs: order.anchorMs, pointIndex: served + 1 };
}

/** Unix ms: first attempt + k x interval (decision 40). Before the first attempt the order's creation stands in. */
export function plannedPointMs(
  order: Pick<TwapOrder, "anchorMs" | "createdAt" | "intervalMinutes">,
  k: number,
): number {
  return (order.anchorMs ?? order.createdAt) + k * order.intervalMinutes * 60_000;
}
