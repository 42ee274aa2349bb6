import type { OrderShortage } from "../../schemas/orders/order-shortage.ts";
import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import type { OrderOutcome, OrderRules, OutcomeFacts, SeenMeans } from "../kinds/order-kind.ts";
import type { AuditRefusal, AuditText, OrderResult, SliceOutcome } from "../kinds/order-run.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { qualityAfter } from "../quality/quality-after.ts";
import { auditRefusal, auditText } from "../store/audit/audit-text.ts";
import { applySliceOutcome } from "./apply-slice-outcome.ts";
import { decideSlice } from "./decide-slice.ts";
import { noteWaiting } from "./notification-base.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { sliceEndOf } from "./slice-end-of.ts";
import { slicesBehind } from "./state-of.ts";

/** Audit entry of a new order. */
export function auditCreated(order: Omit<TwapOrder, "id">): AuditText {
  const { side, totalBase, sliceCount, intervalMinutes, dex, autoExecute } = order;
  const { limitPrice, limitPriceOf, startAt, expiresAt, maxGasPrice, randomize, catchUp } = order;
  return auditText({
    kind: "order_created",
    actor: lowerHex(order.operatorAddress),
    grantId: order.grant?.id,
    side,
    totalBase,
    sliceCount,
    intervalMinutes,
    dex,
    autoExecute,
    sellToken: lowerHex(order.sellTokenAddress),
    buyToken: lowerHex(order.buyTokenAddress),
    limitPrice,
    limitPriceOf,
    startAt,
    expiresAt,
    maxGasPrice,
    randomize,
    catchUp,
  });
}

/** Rules of TWAP orders. */
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
  const { tickMs, draw, attempt, swap, seen, refusal } = facts;
  const quality = qualityOf(order, outcome, facts);
  const result = applySliceOutcome({ ...order, ...quality }, outcome, tickMs, draw);
  return {
    ...result,
    slice: sliceEndOf(order, result, { outcome, attempt, swap, seen, tickMs, draw }),
    ...(attempt === undefined && { audit: auditSlice(result.order, refusal) }),
  };
}

/** What its quality report is made of, with this run. A slice beyond the last one is a repeat. */
function qualityOf(
  order: TwapOrder,
  outcome: SliceOutcome,
  { tickMs, knownMs, draw, attempt, seen }: OutcomeFacts,
): Pick<TwapOrder, "quality"> {
  const plan = planOfOrder(order, draw);
  if (order.quality === undefined || plan.nextNumber > order.sliceCount) return {};
  const { number, amountBase: plannedBase } = plan.worthAt(tickMs);
  const run = { side: order.side, outcome, number, plannedBase, attempt, seen, knownMs };
  const quality = qualityAfter(order.quality, run);
  return quality === undefined ? {} : { quality };
}

/** Audit entry of a slice without an attempt; `order` is the one after it. */
export function auditSlice(order: TwapOrder, refusal: AuditRefusal | undefined): AuditText {
  const slice = { actor: "scheduler" as const, orderId: order.id };
  if (order.status === "expired")
    return auditText({ kind: "order_expired", ...slice, restBase: order.restBase ?? "0" });
  const executed = slicesBehind(order);
  return refusal === undefined
    ? auditText({ kind: "slice_notified", ...slice, sliceNumber: executed })
    : auditText({
        kind: "slice_refused",
        ...slice,
        sliceNumber: executed + 1,
        refusal: auditRefusal(refusal),
      });
}

/**
 * Shortages before the order's end, by the means its slice saw; the slice itself is still to be
 * paid. A buy is valued at that slice's price. Null: not seen.
 */
export function shortagesOf(order: TwapOrder, { swap, gas }: SeenMeans): OrderShortage[] | null {
  if (swap === undefined) return null;
  const { leftBase, nextNumber } = planOfOrder(order, () => 0n);
  const { sellSymbol, sellDecimals } = order;
  const neededBase =
    order.side === "sell"
      ? leftBase
      : swap.amountOutBase === 0n
        ? 0n
        : (swap.amountInBase * leftBase) / swap.amountOutBase;
  const shortages: OrderShortage[] = [];
  if (swap.balanceInBase < neededBase)
    shortages.push({
      cause: "token",
      symbol: sellSymbol,
      balance: formatUnits(swap.balanceInBase, sellDecimals),
      needed: formatUnits(neededBase, sellDecimals),
    });
  // The owner sends the slices of such an order.
  if (!order.autoExecute) return shortages;
  if (gas === undefined) return null;
  const neededWei = gas.perSliceWei * BigInt(order.sliceCount - nextNumber + 1);
  if (gas.balanceWei < neededWei)
    shortages.push({
      cause: "gas",
      symbol: chainOf(order.chainId).nativeCoin,
      agent: gas.agent,
      balance: formatUnits(gas.balanceWei, 18),
      needed: formatUnits(neededWei, 18),
    });
  return shortages;
}
