import type { CreateTriggerOrder } from "../../schemas/create-trigger-order.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { type OrderParts, orderFromInput } from "../twap/order-from-input.ts";
import { planSlices } from "../twap/plan-slices.ts";

type Parts = Omit<OrderParts, "input" | "plan" | "options"> & { input: CreateTriggerOrder };

/** Record of a new trigger without its id. Refuses with invalid_request. */
export function triggerFromInput(parts: Parts): Verdict<Omit<TriggerOrder, "id">> {
  const { input, sell, buy, nowMs } = parts;
  const { side, price, expiresAt } = input;
  const parsed = parseUnits(price, TRIGGER_LIMITS.priceDecimals);
  if (!parsed.ok || parsed.value === 0n)
    return refuse(
      "invalid_request",
      "price must be a plain decimal number above 0 with at most " +
        `${TRIGGER_LIMITS.priceDecimals} decimals.`,
      { price: price.slice(0, 100) },
    );
  if (expiresAt !== undefined && expiresAt <= nowMs)
    return refuse(
      "invalid_request",
      `expiresAt is ${utcMinute(expiresAt)}, which is over. It is in Unix milliseconds.`,
      {
        expiresAt,
        nowMs,
      },
    );
  // One trade is one slice; its interval does not matter.
  const plan = planSlices({
    ...(input.into ?? { sliceCount: 1, intervalMinutes: ORDER_LIMITS.minIntervalMinutes }),
    totalAmount: input.totalAmount,
    decimals: (side === "sell" ? sell : buy).decimals,
  });
  if (!plan.ok) return plan;
  const { sliceCount, sliceAmount, sliceBase, totalBase } = plan.value;
  const { intervalMinutes } = input.into ?? { intervalMinutes: ORDER_LIMITS.minIntervalMinutes };
  // It may become an order, so it has an order's fields.
  const order = orderFromInput({
    ...parts,
    input: { ...input, intervalMinutes },
    plan: plan.value,
  });
  const {
    sellToken,
    buyToken,
    sellTokenAddress,
    buyTokenAddress,
    sellDecimals,
    buyDecimals,
    sellSymbol,
    buySymbol,
  } = order;
  return allow({
    kind: "trigger",
    type: input.type,
    side,
    sellToken,
    buyToken,
    sellTokenAddress,
    buyTokenAddress,
    sellDecimals,
    buyDecimals,
    sellSymbol,
    buySymbol,
    totalAmount: order.totalAmount,
    totalBase: totalBase.toString(),
    price,
    priceOf: input.priceOf ?? (side === "sell" ? "sellToken" : "buyToken"),
    ...(input.into !== undefined && {
      into: { sliceCount, sliceAmount, sliceBase: sliceBase.toString(), intervalMinutes },
    }),
    venue: order.dex,
    chainId: order.chainId,
    vaultAddress: order.vaultAddress,
    operatorAddress: order.operatorAddress,
    autoExecute: order.autoExecute,
    active: true,
    status: "active",
    createdAt: nowMs,
    ...(expiresAt !== undefined && { expiresAt }),
    consecutiveFailures: 0,
    attemptsOfSlice: 0,
  });
}
