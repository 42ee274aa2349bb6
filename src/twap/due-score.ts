import type { TwapOrder } from "../../schemas/twap-order.ts";
import { dueAtMs } from "./due-at-ms.ts";

/** The order's place in the due index: its score (due when now > score), or null when it must not be there. */
export function dueScore(order: TwapOrder): number | null {
  return order.active && order.status === "active" ? dueAtMs(order) : null;
}
