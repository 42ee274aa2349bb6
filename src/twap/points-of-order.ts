import { TICK_RULES } from "../../schemas/tick-rules.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import { TWAP_RULES } from "./twap-rules.ts";

type Paced = Pick<TwapOrder, "anchorMs" | "createdAt" | "intervalMinutes" | "pointIndex">;

const ALL_BPS = 10_000;

/**
 * Point k is anchor + k x interval (decision D36). Random times add whole ticks, at most half the
 * interval, so the next point stays behind it. The first attempt is the anchor.
 */
export function pointsOfOrder(order: TwapOrder, draw: Draw) {
  const intervalMs = order.intervalMinutes * 60_000;
  const mostTicks = Math.floor(
    (intervalMs * (order.randomize?.timeBps ?? 0)) / ALL_BPS / TICK_RULES.intervalMs,
  );
  const laterMs = (point: number): number => {
    if (mostTicks === 0 || point === 0) return 0;
    const drawn = draw(
      `${order.vaultAddress.toLowerCase()}:${order.id}:${order.edits ?? 0}:${point}:time`,
    );
    return Number(drawn % BigInt(mostTicks + 1)) * TICK_RULES.intervalMs;
  };
  /** Earliest time of the first attempt. */
  const firstMs = Math.max(order.createdAt, order.startAt ?? 0);
  const evenMs = (point: number): number =>
    order.anchorMs === undefined ? firstMs + point * intervalMs : plannedPointMs(order, point);
  const pointDueMs = (point: number): number =>
    plannedPointMs(order, point) + laterMs(point) - TWAP_RULES.jitterMs;
  const servedAt = (nowMs: number): { anchorMs: number; pointIndex: number } => {
    const even = advancePoint(order, nowMs);
    const { anchorMs } = even;
    if (order.anchorMs === undefined) return even;
    // The drawn time of the last due point may still be to come.
    const isEarly = mostTicks > 0 && pointDueMs(even.pointIndex - 1) >= nowMs;
    return {
      anchorMs,
      pointIndex: Math.max(order.pointIndex + 1, even.pointIndex - (isEarly ? 1 : 0)),
    };
  };
  return {
    /** Nothing is due before startAt. */
    dueMs: (): number => {
      const pointMs =
        dueAtMs(order) + (order.anchorMs === undefined ? 0 : laterMs(order.pointIndex));
      return order.startAt === undefined ? pointMs : Math.max(pointMs, order.startAt - 1);
    },
    plannedMs: (others: number): number => {
      const point = order.anchorMs === undefined ? others : order.pointIndex + others;
      return evenMs(point) + laterMs(point);
    },
    missedAt: (nowMs: number): number =>
      order.anchorMs === undefined ? 0 : servedAt(nowMs).pointIndex - 1 - order.pointIndex,
    servedAt,
    servedMs: (): number | null => {
      const point = Math.max(0, order.pointIndex - 1);
      return order.anchorMs === undefined ? null : evenMs(point) + laterMs(point);
    },
  };
}

/**
 * Unix ms: due when now > score. The first slice is due at the next tick, later ones a minute
 * before their point (decision D36).
 */
export function dueAtMs(order: Paced): number {
  if (order.anchorMs === undefined) return order.createdAt;
  return plannedPointMs(order, order.pointIndex) - TWAP_RULES.jitterMs;
}

/**
 * The first attempt anchors the schedule. Missed points are skipped, so nothing bursts (decision
 * D36).
 */
export function advancePoint(
  order: Paced,
  nowMs: number,
): { anchorMs: number; pointIndex: number } {
  if (order.anchorMs === undefined) return { anchorMs: nowMs, pointIndex: 1 };
  const intervalMs = order.intervalMinutes * 60_000;
  // Largest k with k x interval - jitter < now - anchor.
  const lastDue = Math.ceil((nowMs - order.anchorMs + TWAP_RULES.jitterMs) / intervalMs) - 1;
  // An attempt uses up its point even when a clock went back.
  const served = Math.max(lastDue, order.pointIndex);
  return { anchorMs: order.anchorMs, pointIndex: served + 1 };
}

/** Unix ms: first attempt, or creation before it, + k x interval (decision D36). */
export const plannedPointMs = (order: Paced, k: number): number =>
  (order.anchorMs ?? order.createdAt) + k * order.intervalMinutes * 60_000;
