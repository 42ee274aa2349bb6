import type { TwapOrder } from "../../schemas/twap-order.ts";

/** Unix ms: first attempt + k x interval (decision 40). Before the first attempt the order's creation stands in. */
export function plannedPointMs(
  order: Pick<TwapOrder, "anchorMs" | "createdAt" | "intervalMinutes">,
  k: number,
): number {
  return (order.anchorMs ?? order.createdAt) + k * order.intervalMinutes * 60_000;
}
