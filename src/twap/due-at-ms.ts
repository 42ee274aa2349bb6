import type { TwapOrder } from "../../schemas/twap-order.ts";
import { plannedPointMs } from "./planned-point-ms.ts";
import { TWAP_RULES } from "./twap-rules.ts";

/**
 * Unix ms: due when now > score. The first slice is due at the next tick, later ones a minute before their planned point: the spec's rule
 * (time since lastExecution + jitter > interval) with the jitter of decision 40: 60 s plus how late the last slice ran against its plan.
 */
export function dueAtMs(order: Pick<TwapOrder, "anchorMs" | "createdAt" | "intervalMinutes" | "pointIndex">): number {
  if (order.anchorMs === undefined) return order.createdAt;
  return plannedPointMs(order, order.pointIndex) - TWAP_RULES.jitterMs;
}
