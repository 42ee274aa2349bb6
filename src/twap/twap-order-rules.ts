import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { OrderOutcome, OrderRules, OutcomeFacts } from "../kinds/order-kind.ts";
import type { OrderResult } from "../kinds/order-result.ts";
import { applySliceOutcome } from "./apply-slice-outcome.ts";
import { auditCreated } from "./audit-created.ts";
import { auditSlice } from "./audit-slice.ts";
import { decideSlice } from "./decide-slice.ts";
import { noteWaiting } from "./note-waiting.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { shortagesOf } from "./shortages-of.ts";
import { sliceEndOf } from "./slice-end-of.ts";

/** What a TWAP order does: its slices by its plan, each written down with its record. */
export const twapOrderRules: OrderRules<TwapOrder> = {
  dueAt: (order, draw) => planOfOrder(order, draw).dueMs,
  decide: async ({ draw, clock }, claimed, tickMs) =>
    decideSlice(claimed, { draw, tickMs, nowMs: Math.max(tickMs, clock.nowMs()) }),
  after,
  noteWaiting,
  whileOut: (order, nowMs, draw) => ({
    hasEnded: planOfOrder(order, draw).hasExpired(nowMs),
    maxGasPrice: order.maxGasPrice,
  }),
  shortagesOf,
  auditCreated,
};

function after(order: TwapOrder, outcome: OrderOutcome, facts: OutcomeFacts): OrderResult {
  if (outcome.kind === "looked") throw new Error("a TWAP order is not looked at");
  const { tickMs, draw, attempt, swap, refusal } = facts;
  const result = applySliceOutcome(order, outcome, tickMs, draw);
  return {
    ...result,
    slice: sliceEndOf(order, result, { outcome, attempt, swap, tickMs, draw }),
    // An attempt has its own entries.
    ...(attempt === undefined && { audit: auditSlice(result.order, refusal) }),
  };
}
