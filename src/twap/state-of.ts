import type { TwapOrder, TwapStatus } from "../../schemas/twap-order.ts";

export type TwapState = TwapStatus | "cancelling" | "partially_completed";

type Observed = Pick<
  TwapOrder,
  "status" | "pendingAttempt" | "slicesExecuted" | "skippedSlices" | "sliceCount"
>;

/**
 * `cancelling`: a transaction is out. An order whose last slice was out when it was cancelled
 * completed.
 */
export function stateOf(order: Observed): TwapState {
  const { status, pendingAttempt, slicesExecuted, sliceCount } = order;
  if (status !== "cancelled") return status;
  if (pendingAttempt !== undefined) return "cancelling";
  if (slicesExecuted === 0) return "cancelled";
  return slicesBehind(order) < sliceCount ? "partially_completed" : "completed";
}

/** True while slices are due or out. */
export const isRunning = ({ status }: { status: string }): boolean =>
  status === "active" || status === "pending_confirmation";

/** Symbol and decimals of the token that the total is in. */
export const sideOf = (
  order: Pick<TwapOrder, "side" | `${"sell" | "buy"}${"Symbol" | "Decimals"}`>,
) =>
  order.side === "sell"
    ? ([order.sellSymbol, order.sellDecimals] as const)
    : ([order.buySymbol, order.buyDecimals] as const);

type Change = "pause" | "resume" | "cancel" | "skip";

/** States in which an order can be changed, and their common name. */
export const STATES_TO_CHANGE: Readonly<
  Record<Change, { word: string; states: readonly TwapOrder["status"][] }>
> = {
  pause: { word: "running", states: ["active", "pending_confirmation"] },
  skip: { word: "running", states: ["active", "pending_confirmation"] },
  resume: { word: "paused", states: ["paused", "auto_paused"] },
  cancel: { word: "open", states: ["active", "pending_confirmation", "paused", "auto_paused"] },
};

/** Slices executed or skipped. */
export const slicesBehind = ({
  slicesExecuted,
  skippedSlices = [],
}: Pick<TwapOrder, "slicesExecuted" | "skippedSlices">): number =>
  slicesExecuted + skippedSlices.length;

const BLOCKS = 10;

/** Ten blocks, all full only at the end. */
export function progressBar(done: number, of: number): string {
  const full = of <= 0 ? 0 : Math.max(0, Math.min(BLOCKS, Math.floor((done * BLOCKS) / of)));
  return "▰".repeat(full) + "▱".repeat(BLOCKS - full);
}

type Directed = Pick<TwapOrder, "side" | "totalAmount" | "sellSymbol" | "buySymbol">;

/** The order in words. */
export const directionText = (order: Directed): string =>
  order.side === "sell"
    ? `sell ${order.totalAmount} ${order.sellSymbol} for ${order.buySymbol}`
    : `buy ${order.totalAmount} ${order.buySymbol} with ${order.sellSymbol}`;
