import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import { type Cut, cutOfOrder } from "./cut-of-order.ts";
import { pointsOfOrder } from "./points-of-order.ts";
import { isRunning, slicesBehind } from "./state-of.ts";

/** Amounts are base units of the `side` token. */
export type PlannedSlice = {
  number: number;
  amountBase: bigint;
  /**
   * Unix ms; null for decided slices and orders that do not run. A tick may come 5 minutes later.
   */
  plannedMs: number | null;
  /** `left`: the order has ended. `late`: planned for after the order's end. */
  state: "done" | "skipped" | "open" | "to_come" | "late" | "left";
};

/** One trade, worth several slices where the order catches up. */
export type SliceWorth = { number: number; slices: number; amountBase: bigint };

export type OrderPlan = {
  /** The slice that comes next or is out; sliceCount + 1 when none is left. */
  nextNumber: number;
  /** traded + skipped + left is always the total. */
  tradedBase: bigint;
  skippedBase: bigint;
  leftBase: bigint;
  /** The part of `leftBase` planned for after the order's end. */
  lateBase: bigint;
  /** Score in the due index: due when now is more; null removes it. */
  dueMs: number | null;
  slices: PlannedSlice[];
  hasExpired(nowMs: number): boolean;
  /**
   * The trade that is out, or due at `nowMs`.
   * @throws Error when no slice is left: a bug
   */
  worthAt(nowMs: number): SliceWorth;
  servedAt(nowMs: number): { anchorMs: number; pointIndex: number };
  /** Planned time of the last attempt; null before the first. */
  servedMs: number | null;
};

/**
 * Plan of an order, from its record alone. `draw` is asked only where sizes or times are random.
 */
export function planOfOrder(order: TwapOrder, draw: Draw): OrderPlan {
  const cut = cutOfOrder(order, draw).after;
  const points = pointsOfOrder(order, draw);
  const nextNumber = slicesBehind(order) + 1;
  const skippedBase = BigInt(order.skippedBase ?? "0");
  const tradedBase =
    order.tradedBase === undefined ? cut(order.slicesExecuted) : BigInt(order.tradedBase);
  const leftBase = BigInt(order.totalBase) - tradedBase - skippedBase;
  /** Decided slices count as they were, so the last slice gets the exact rest. */
  const amountOf = (slices: number): bigint =>
    cut(nextNumber - 1 + slices) - tradedBase - skippedBase;
  const slices = (): PlannedSlice[] =>
    allSlices(order, { cut, points, nextNumber, decidedBase: tradedBase + skippedBase });
  return {
    nextNumber,
    tradedBase,
    skippedBase,
    leftBase,
    get lateBase() {
      return slices().reduce(
        (sum, { state, amountBase }) => (state === "late" ? sum + amountBase : sum),
        0n,
      );
    },
    get dueMs() {
      return dueMsOf(order, points.dueMs());
    },
    get slices() {
      return slices();
    },
    hasExpired: (nowMs) => order.expiresAt !== undefined && nowMs >= order.expiresAt,
    worthAt: (nowMs) => {
      const remaining = order.sliceCount - nextNumber + 1;
      if (remaining < 1)
        throw new Error(`slice ${nextNumber} of ${order.sliceCount} does not exist`);
      const isOut = order.pendingAttempt !== undefined;
      const missed = order.catchUp && !isOut ? points.missedAt(nowMs) : 0;
      const worth = isOut
        ? (order.pendingSlices ?? 1)
        : Math.min(missed + 1, ORDER_LIMITS.maxCatchUpSlices, remaining);
      const amountBase =
        isOut && order.pendingBase !== undefined ? BigInt(order.pendingBase) : amountOf(worth);
      return { number: nextNumber, slices: worth, amountBase };
    },
    servedAt: points.servedAt,
    get servedMs() {
      return points.servedMs();
    },
  };
}

/** A paused order stays in the index only for its end. */
function dueMsOf({ active, status, expiresAt }: TwapOrder, plannedMs: number): number | null {
  const endMs = expiresAt === undefined ? null : expiresAt - 1;
  if (!active) return null;
  if (status === "paused") return endMs;
  if (status !== "active") return null;
  return endMs === null ? plannedMs : Math.min(plannedMs, endMs);
}

type Parts = {
  cut: Cut["after"];
  points: ReturnType<typeof pointsOfOrder>;
  nextNumber: number;
  decidedBase: bigint;
};

function allSlices(
  order: TwapOrder,
  { cut, points, nextNumber, decidedBase }: Parts,
): PlannedSlice[] {
  const { sliceCount, expiresAt, active } = order;
  const skipped = new Set(order.skippedSlices);
  const open = order.pendingAttempt === undefined ? 0 : (order.pendingSlices ?? 1);
  return Array.from({ length: sliceCount }, (_, index): PlannedSlice => {
    const number = index + 1;
    const before = number === nextNumber ? decidedBase : cut(index);
    const slice = { number, amountBase: cut(number) - before, plannedMs: null };
    if (number < nextNumber) return { ...slice, state: skipped.has(number) ? "skipped" : "done" };
    if (number < nextNumber + open) return { ...slice, state: "open" };
    if (!active && order.status !== "auto_paused") return { ...slice, state: "left" };
    const plannedMs = isRunning(order) ? points.plannedMs(number - nextNumber - open) : null;
    const isLate = expiresAt !== undefined && plannedMs !== null && plannedMs >= expiresAt;
    return { ...slice, plannedMs, state: isLate ? "late" : "to_come" };
  });
}
