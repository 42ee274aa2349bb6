import type { TwapOrder, TwapStatus } from "../../schemas/twap-order.ts";

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

type Change = "pause" | "resume" | "cancel" | "skip";

/** In which states a change of an order means something, and how such an order is called. */
export const STATES_TO_CHANGE: Readonly<Record<Change, { word: string; states: readonly TwapOrder["status"][] }>> = {
  pause: { word: "running", states: ["active", "pending_confirmation"] },
  skip: { word: "running", states: ["active", "pending_confirmation"] },
  resume: { word: "paused", states: ["paused", "auto_paused"] },
  cancel: { word: "open", states: ["active", "pending_confirmation", "paused", "auto_paused"] },
};

/** How many slices an order has behind it, executed or skipped: the next one's number is one more. */
export const slicesBehind = ({
  slicesExecuted,
  skippedSlices = [],
}: Pick<TwapOrder, "slicesExecuted" | "skippedSlices">): number => slicesExecuted + skippedSlices.length;

const BLOCKS = 10;

/** How far something is, in ten blocks: full only where all of it is done. */
export function progressBar(done: number, of: number): string {
  const full = of <= 0 ? 0 : Math.max(0, Math.min(BLOCKS, Math.floor((done * BLOCKS) / of)));
  return "▰".repeat(full) + "▱".repeat(BLOCKS - full);
}

type Directed = Pick<TwapOrder, "side" | "totalAmount" | "sellSymbol" | "buySymbol">;

/** What an order does, in words: the total stands at the token it is counted in. */
export const directionText = (order: Directed): string =>
  order.side === "sell"
    ? `sell ${order.totalAmount} ${order.sellSymbol} for ${order.buySymbol}`
    : `buy ${order.totalAmount} ${order.buySymbol} with ${order.sellSymbol}`;
