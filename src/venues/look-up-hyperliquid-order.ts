import type { Address } from "viem";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { HyperliquidVenue, PerpOrderState } from "./hyperliquid-port.ts";

/**
 * `id`: the venue's number, or the order's own (0x and 32 digits). `orderedAtMs`: its block's time,
 * if known.
 */
type OrderedAtHyperliquid = { vault: Address; id: number | string; orderedAtMs?: number };

/**
 * Sizes times 10^8. A fill counts even where the rest was cancelled. `reason`: the venue's word, or
 * ours.
 */
export type OrderOutcome = {
  status: "waiting" | "executed" | "cancelled" | "dropped" | "unknown";
  reason: string;
  filledE8: bigint;
  sizeE8: bigint | null;
  averagePriceE8: bigint | null;
  feeBase: bigint;
  atMs: number | null;
};

/**
 * Orders from chain 999 are delayed by some seconds on purpose; an unheard one this old was
 * dropped.
 */
const DROPPED_AFTER_MS = 60_000;

/**
 * Looks an order up in the venue's records. It drops actions from a chain in silence: an unheard
 * one is `waiting` for a minute, then `dropped`, or `unknown` without its block's time. One placed
 * earlier is another order with the same id.
 */
export async function lookUpHyperliquidOrder(
  { venue, nowMs }: { venue: HyperliquidVenue; nowMs: number },
  { vault, id, orderedAtMs }: OrderedAtHyperliquid,
): Promise<Verdict<OrderOutcome>> {
  const [found, fills] = await Promise.all([venue.order(vault, id), venue.fills(vault)]);
  if (!found.ok) return found;
  if (!fills.ok) return fills;
  const isAnother =
    orderedAtMs !== undefined &&
    found.value !== null &&
    !orderPlacing.isOf(found.value.order, orderedAtMs);
  if (found.value === null || isAnother)
    return allow(unheard(orderedAtMs === undefined ? undefined : nowMs - orderedAtMs));
  const { order, status, statusMs } = found.value;
  const own = fills.value.filter(({ oid }) => oid === order.oid);
  const filledE8 = own.reduce((sum, { sizeE8 }) => sum + sizeE8, 0n);
  const paid = own.reduce((sum, { sizeE8, priceE8 }) => sum + sizeE8 * priceE8, 0n);
  return allow({
    ...statusOf(found.value),
    reason: status,
    filledE8,
    sizeE8: order.sizeE8,
    averagePriceE8: filledE8 === 0n ? null : paid / filledE8,
    feeBase: own.reduce((sum, { feeBase }) => sum + feeBase, 0n),
    atMs: statusMs,
  });
}

/** By the ending of the venue's word (docs/facts/hyperliquid.md 4). A new word is no success. */
function statusOf({ status }: PerpOrderState): { status: OrderOutcome["status"] } {
  if (status === "open" || status === "triggered") return { status: "waiting" };
  if (status === "filled") return { status: "executed" };
  if (/rejected$/i.test(status)) return { status: "dropped" };
  return { status: /cancel(ed)?$/i.test(status) ? "cancelled" : "unknown" };
}

function unheard(ageMs: number | undefined): OrderOutcome {
  const nothing = { filledE8: 0n, sizeE8: null, averagePriceE8: null, feeBase: 0n, atMs: null };
  if (ageMs === undefined)
    return {
      status: "unknown",
      reason: "The venue has no order with this id: it is on its way, or was dropped.",
      ...nothing,
    };
  return ageMs < DROPPED_AFTER_MS
    ? { status: "waiting", reason: "The venue has not taken it up yet.", ...nothing }
    : {
        status: "dropped",
        reason:
          "The venue never took it up. Likely it had too little margin, or the account was " +
          "not open yet.",
        ...nothing,
      };
}

/** The venue's clock may lag so far behind ours. */
const SKEW_MS = 5_000;

/**
 * Tells an order from an earlier one with the same id, which was placed before it was written down.
 */
export const orderPlacing = {
  SKEW_MS,
  isOf: ({ placedMs }: { placedMs: number }, writtenMs: number): boolean =>
    placedMs >= writtenMs - SKEW_MS,
};
