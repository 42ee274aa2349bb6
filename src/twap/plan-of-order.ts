import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import { type Cut, cutOfOrder } from "./cut-of-order.ts";
import { pointsOfOrder } from "./points-of-order.ts";
import { slicesBehind } from "./state-of.ts";

/** One slice as it is planned. Amounts are base units of the `side` token. */
export type PlannedSlice = {
  /** From 1. */
  number: number;
  amountBase: bigint;
  /** Unix ms; null of what was decided before, and of an order that does not run. The tick may come 5 minutes later. */
  plannedMs: number | null;
  /** `open`: its transaction is out. `left`: its order has ended. `late`: it is planned for after the order's end. */
  state: "done" | "skipped" | "open" | "to_come" | "late" | "left";
};

/** Of the slices that one trade executes: more than one where it catches up. */
export type SliceWorth = { number: number; slices: number; amountBase: bigint };

export type OrderPlan = {
  /** Of the slice that comes next, or is out; sliceCount + 1 when none is left. */
  nextNumber: number;
  /** Planned amounts. traded + skipped + left is the total, always. */
  tradedBase: bigint;
  skippedBase: bigint;
  leftBase: bigint;
  /** Of what is left: planned for after the order's end. */
  lateBase: bigint;
  /** Place in the due index: it is due when now is more; null when it must not be there. */
  dueMs: number | null;
  /** Every slice, in order. */
  slices: PlannedSlice[];
  /** Whether nothing may be traded any more. */
  hasExpired(nowMs: number): boolean;
  /**
   * Of now, or that is out.
   * @throws Error when nothing is left: a bug, not a request
   */
  worthAt(nowMs: number): SliceWorth;
  /** The schedule after an attempt at `nowMs`, or after a slice that is skipped then. */
  servedAt(nowMs: number): { anchorMs: number; pointIndex: number };
  /** When the last attempt was planned; null before the first. */
  servedMs: number | null;
};

/**
 * From its record and nothing else: everything that asks for an amount or a time of it asks here. `draw` is asked only where the order has
 * random sizes or times, and the sum stays exact whatever it answers.
 */
export function planOfOrder(order: TwapOrder, draw: Draw): OrderPlan {
  const cut = cutOfOrder(order, draw).after;
  const points = pointsOfOrder(order, draw);
  const nextNumber = slicesBehind(order) + 1;
  const skippedBase = BigInt(order.skippedBase ?? "0");
  const tradedBase = order.tradedBase === undefined ? cut(order.slicesExecuted) : BigInt(order.tradedBase);
  const leftBase = BigInt(order.totalBase) - tradedBase - skippedBase;
  /** What was decided counts as it was, so that the last one is always what the others left. */
  const amountOf = (slices: number): bigint => cut(nextNumber - 1 + slices) - tradedBase - skippedBase;
  const slices = (): PlannedSlice[] =>
    allSlices(order, { cut, points, nextNumber, decidedBase: tradedBase + skippedBase });
  return {
    nextNumber,
    tradedBase,
    skippedBase,
    leftBase,
    get lateBase() {
      return slices().reduce((sum, { state, amountBase }) => (state === "late" ? sum + amountBase : sum), 0n);
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
      if (remaining < 1) throw new Error(`slice ${nextNumber} of ${order.sliceCount} does not exist`);
      const isOut = order.pendingAttempt !== undefined;
      const missed = order.catchUp && !isOut ? points.missedAt(nowMs) : 0;
      const worth = isOut ? (order.pendingSlices ?? 1) : Math.min(missed + 1, ORDER_LIMITS.maxCatchUpSlices, remaining);
      const amountBase = isOut && order.pendingBase !== undefined ? BigInt(order.pendingBase) : amountOf(worth);
      return { number: nextNumber, slices: worth, amountBase };
    },
    servedAt: points.servedAt,
    get servedMs() {
      return points.servedMs();
    },
  };
}

/** A paused order stands there for its end alone. */
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

function allSlices(order: TwapOrder, { cut, points, nextNumber, decidedBase }: Parts): PlannedSlice[] {
  const { sliceCount, expiresAt, active } = order;
  const skipped = new Set(order.skippedSlices);
  const open = order.pendingAttempt === undefined ? 0 : (order.pendingSlices ?? 1);
  const isRunning = order.status === "active" || order.status === "pending_confirmation";
  return Array.from({ length: sliceCount }, (_, index): PlannedSlice => {
    const number = index + 1;
    const before = number === nextNumber ? decidedBase : cut(index);
    const slice = { number, amountBase: cut(number) - before, plannedMs: null };
    if (number < nextNumber) return { ...slice, state: skipped.has(number) ? "skipped" : "done" };
    if (number < nextNumber + open) return { ...slice, state: "open" };
    if (!active && order.status !== "auto_paused") return { ...slice, state: "left" };
    const plannedMs = isRunning ? points.plannedMs(number - nextNumber - open) : null;
    const isLate = expiresAt !== undefined && plannedMs !== null && plannedMs >= expiresAt;
    return { ...slice, plannedMs, state: isLate ? "late" : "to_come" };
  });
}
