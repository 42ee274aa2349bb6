import type { EditTwapOrder } from "../../schemas/edit-twap-order.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import { TICK_RULES } from "../../schemas/tick-rules.ts";
import type { Segment, TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, type Details, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { cutOfOrder } from "./cut-of-order.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { plannedPointMs } from "./points-of-order.ts";
import { sideOf } from "./state-of.ts";

type Values = Record<string, string | number | null>;
type Edited = { order: TwapOrder; before: Values; after: Values };
type Input = Omit<EditTwapOrder, "id">;
type Now = { nowMs: number; draw: Draw };

/** Changes what is still to come; decided slices stay. Refuses with invalid_request. */
export function editOrder(before: TwapOrder, input: Input, now: Now): Verdict<Edited> {
  const wanted = Object.values(input).filter(
    (value) => value !== undefined && !(Array.isArray(value) && !value.length),
  );
  if (wanted.length === 0)
    return refusalOfField(
      "intervalMinutes",
      "or limitPrice, expiresAt, remainingSlices or remove has to say what is to change.",
    );
  const { waiting: _, ...order } = before;
  const optioned = withOptions(order, input, now.nowMs);
  if (!optioned.ok) return optioned;
  const paced =
    input.intervalMinutes === undefined
      ? optioned.value
      : withInterval(optioned.value, input.intervalMinutes, now.nowMs);
  const cut =
    input.remainingSlices === undefined
      ? allow(paced)
      : withCut(paced, input.remainingSlices, now.draw);
  if (!cut.ok) return cut;
  const after = { ...cut.value, edits: (before.edits ?? 0) + 1 };
  return allow({ order: after, ...changesOf(before, after) });
}

function withOptions(order: TwapOrder, input: Input, nowMs: number): Verdict<TwapOrder> {
  const { limitPrice, limitPriceOf, expiresAt, remove = [] } = input;
  const both = remove.find((name) => input[name] !== undefined);
  if (both !== undefined)
    return refusalOfField(
      "remove",
      `takes away ${both}, which is given anew, too. Say one of both.`,
    );
  const { limitPrice: oldPrice, limitPriceOf: oldOf, expiresAt: oldEnd, ...rest } = order;
  const price = remove.includes("limitPrice") ? undefined : (limitPrice ?? oldPrice);
  if (price === undefined && limitPriceOf !== undefined)
    return refusalOfField(
      "limitPriceOf",
      "says of which token limitPrice is, and the order has none.",
    );
  if (limitPrice === undefined && limitPriceOf !== undefined && limitPriceOf !== oldOf)
    return refusalOfField(
      "limitPriceOf",
      "is of the old limitPrice. Give the price in its new unit too.",
    );
  const firstMs = Math.max(nowMs, order.anchorMs === undefined ? (order.startAt ?? 0) : 0);
  const end = expiresAt === undefined ? undefined : refusalOfEnd(expiresAt, firstMs);
  if (end !== undefined) return end;
  const endMs = remove.includes("expiresAt") ? undefined : (expiresAt ?? oldEnd);
  return allow({
    ...rest,
    ...(price !== undefined && {
      limitPrice: price,
      limitPriceOf: limitPriceOf ?? oldOf ?? (`${order.side}Token` as const),
    }),
    ...(endMs !== undefined && { expiresAt: endMs }),
  });
}

/** Keeps the last point unless it is longer ago than the new interval: nothing is missed. */
function withInterval(order: TwapOrder, intervalMinutes: number, nowMs: number): TwapOrder {
  if (order.anchorMs === undefined) return { ...order, intervalMinutes };
  const lastMs = plannedPointMs(order, order.pointIndex - 1);
  const anchorMs = Math.max(lastMs, nowMs - intervalMinutes * 60_000);
  return { ...order, intervalMinutes, anchorMs, pointIndex: 1 };
}

function withCut(order: TwapOrder, remainingSlices: number, draw: Draw): Verdict<TwapOrder> {
  const { nextNumber, tradedBase, skippedBase, leftBase } = planOfOrder(order, draw);
  const fromSlice = nextNumber - 1;
  if (fromSlice + remainingSlices > ORDER_LIMITS.maxSlices)
    return refusalOfField(
      "remainingSlices",
      `is too many: an order has at most ${ORDER_LIMITS.maxSlices} slices.`,
      {
        remainingSlices,
        slicesBehind: fromSlice,
      },
    );
  const { unit, segments } = cutOfOrder(order, draw);
  const sliceBase = (leftBase / unit / BigInt(remainingSlices)) * unit;
  const [, decimals] = sideOf(order);
  if (sliceBase === 0n)
    return refusalOfField("remainingSlices", "is too many: a slice of what is left would be 0.", {
      remainingSlices,
      left: formatUnits(leftBase, decimals),
    });
  const segment: Segment = {
    fromSlice,
    fromBase: (tradedBase + skippedBase).toString(),
    slices: remainingSlices,
    sliceBase: sliceBase.toString(),
  };
  const kept = segments.filter((one) => one.fromSlice < fromSlice);
  if (kept.length >= ORDER_LIMITS.maxSegments)
    return refusalOfField(
      "remainingSlices",
      `was set ${kept.length} times, the most there can be. Create a new order.`,
    );
  return allow({
    ...order,
    sliceCount: fromSlice + remainingSlices,
    sliceBase: segment.sliceBase,
    sliceAmount: formatUnits(sliceBase, decimals),
    tradedBase: tradedBase.toString(),
    segments: [...kept, segment],
  });
}

const NAMES = [
  "intervalMinutes",
  "limitPrice",
  "limitPriceOf",
  "expiresAt",
  "sliceCount",
  "sliceAmount",
] as const;

function changesOf(before: TwapOrder, after: TwapOrder): { before: Values; after: Values } {
  const changed = NAMES.filter((name) => before[name] !== after[name]);
  const of = (order: TwapOrder): Values =>
    Object.fromEntries(changed.map((name) => [name, order[name] ?? null]));
  return { before: of(before), after: of(after) };
}

/** A tick has to come between `firstMs` and the end. */
export function refusalOfEnd(expiresAt: number, firstMs: number): Refusal | undefined {
  const figures = { expiresAt, firstMs };
  if (expiresAt < firstMs + TICK_RULES.intervalMs)
    return refusalOfField(
      "expiresAt",
      "is before the first slice can run. Give a time at least 5 minutes behind it.",
      figures,
    );
  if (expiresAt - firstMs > ORDER_LIMITS.maxExpiryAheadMs)
    return refusalOfField("expiresAt", "is more than ten years ahead. Is it in Unix ms?", figures);
  return undefined;
}

/** A 400 that names the field, as the schemas do. */
export const refusalOfField = (field: string, message: string, details: Details = {}): Refusal =>
  refuse("invalid_request", `The request is not valid. ${field}: ${message}`, {
    field,
    ...details,
  });
