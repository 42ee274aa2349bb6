import type { CreateTwapOrder } from "../../schemas/create-twap-order.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { refusalOfEnd, refusalOfField } from "./edit-order.ts";

export type OrderOptions = Pick<
  TwapOrder,
  "limitPrice" | "limitPriceOf" | "startAt" | "expiresAt" | "maxGasPrice" | "randomize" | "catchUp"
>;

/** As its record has them. Refuses with invalid_request, naming the field, times that make no order. */
export function optionsOfInput(input: CreateTwapOrder, nowMs: number): Verdict<OrderOptions> {
  const { side, limitPrice, limitPriceOf, startAt, expiresAt, maxGasPrice, randomize, catchUp } = input;
  if (limitPrice === undefined && limitPriceOf !== undefined)
    return refusalOfField("limitPriceOf", "says of which token limitPrice is. Give limitPrice too.");
  if (startAt !== undefined && startAt <= nowMs)
    return refusalOfField("startAt", "is not ahead. Give a later time in Unix ms, or leave it out.", {
      startAt,
      nowMs,
    });
  if (startAt !== undefined && startAt - nowMs > ORDER_LIMITS.maxStartAheadMs)
    return refusalOfField("startAt", "is more than a year ahead. Is it in Unix ms?", { startAt, nowMs });
  const end = expiresAt === undefined ? undefined : refusalOfEnd(expiresAt, Math.max(nowMs, startAt ?? 0));
  if (end !== undefined) return end;
  const random = { sizeBps: bpsOf(randomize?.size), timeBps: bpsOf(randomize?.time) };
  return allow({
    ...(limitPrice !== undefined && { limitPrice, limitPriceOf: limitPriceOf ?? (`${side}Token` as const) }),
    ...(startAt !== undefined && { startAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(maxGasPrice !== undefined && { maxGasPrice }),
    ...((random.sizeBps > 0 || random.timeBps > 0) && { randomize: random }),
    ...(catchUp === true && { catchUp }),
  });
}

/** The schema has at most two digits on either side of the point. */
function bpsOf(percent = "0"): number {
  const [whole = "0", fraction = ""] = percent.replace("%", "").split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}
