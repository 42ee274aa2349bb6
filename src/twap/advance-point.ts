import type { TwapOrder } from "../../schemas/twap-order.ts";
import { TWAP_RULES } from "./twap-rules.ts";

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
