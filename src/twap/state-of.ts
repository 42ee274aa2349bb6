import type { TwapOrder, TwapStatus } from "../../schemas/twap-order.ts";
import { slicesBehind } from "./slices-behind.ts";

/** The stored status, and what a cancelled order still is. */
export type TwapState = TwapStatus | "cancelling" | "partially_completed";

type Observed = Pick<TwapOrder, "status" | "pendingAttempt" | "slicesExecuted" | "skippedSlices" | "sliceCount">;

/**
 * `cancelling`: while a transaction is out, whose outcome is not known yet; `partially_completed`: cancelled after some of its slices. One
 * whose last slice was out when it was cancelled completed.
 */
export function stateOf(order: Observed): TwapState {
  const { status, pendingAttempt, slicesExecuted, sliceCount } = order;
  if (status !== "cancelled") return status;
  if (pendingAttempt !== undefined) return "cancelling";
  if (slicesExecuted === 0) return "cancelled";
  return slicesBehind(order) < sliceCount ? "partially_completed" : "completed";
}
