import type { Attempt, AttemptSwap } from "../../schemas/calls/attempt.ts";
import type { SeenPrices } from "../../schemas/orders/seen-prices.ts";
import type { SliceEnd } from "../../schemas/orders/slice-end.ts";
import type { TwapEvent } from "../../schemas/orders/twap-event.ts";
import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import type { Draw } from "../deps.ts";
import type { SeenMarket } from "../kinds/execution-context.ts";
import type { KeptSlice, OrderResult, SliceOutcome } from "../kinds/order-run.ts";
import { oracleDeltaBps } from "../shields/oracle-window.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { wholeCall } from "./twap-rules.ts";

type Facts = {
  outcome: SliceOutcome;
  attempt: Attempt | undefined;
  swap: AttemptSwap | null | undefined;
  seen?: SeenMarket | undefined;
  tickMs: number;
  draw: Draw;
};

/**
 * Record of an ended slice: `before` is the order before the transition, `result` the outcome of
 * it.
 */
export function sliceEndOf(
  before: TwapOrder,
  { order, event }: SliceResult,
  facts: Facts,
): KeptSlice | undefined {
  const { outcome, attempt } = facts;
  const status = STATUS[outcome.kind];
  if (event === null || status === undefined) return undefined;
  const swap = attempt?.swap ?? facts.swap ?? undefined;
  const { servedMs } = planOfOrder(order, facts.draw);
  const worth = planOfOrder(before, facts.draw).worthAt(facts.tickMs);
  const end: SliceEnd = {
    status,
    ...(servedMs !== null && { plannedAt: servedMs }),
    at: order.lastExecution ?? event.timestamp,
    knownAt: event.timestamp,
    ...(worth.slices > 1 && { slices: worth.slices }),
    plannedBase: worth.amountBase.toString(),
    ...amountsOf(outcome),
    ...(attempt !== undefined && {
      attempt: attempt.id,
      blockNumber: attempt.blockNumber,
      ...attempt.mined,
    }),
    ...(swap !== undefined && quotedSlice(before.side, swap)),
  };
  if (status !== "failed") return { number: event.sliceNumber, end };
  const refusal = {
    ...(outcome.kind === "failed"
      ? { code: outcome.code, details: outcome.details }
      : { code: outcome.kind }),
    message: event.error ?? "",
    at: event.timestamp,
    ...(attempt?.mined !== undefined && {
      hash: attempt.mined.hash,
      gasCostWei: attempt.mined.gasCostWei,
    }),
    ...pricesSeen(facts.seen),
  };
  const call = "debugCall" in outcome ? outcome.debugCall : undefined;
  return { number: event.sliceNumber, end, refusal, ...(call && { call: wholeCall(call) }) };
}

/** As a refusal and a wait keep them. */
export function pricesSeen(seen: SeenMarket | undefined): SeenPrices {
  if (seen === undefined) return {};
  const { venue, oracle, oracleWindowSec: windowSec, quotedInBase, quotedOutBase } = seen;
  return {
    quote: { venue, sellBase: quotedInBase, buyBase: quotedOutBase },
    ...(oracle && { oracle: { sellBase: oracle.inBase, buyBase: oracle.outBase, windowSec } }),
  };
}

const STATUS: { [K in SliceOutcome["kind"]]?: SliceEnd["status"] } = {
  executed: "executed",
  notified: "notified",
  failed: "failed",
  meta_unreadable: "failed",
  mined: "failed",
};

function amountsOf(outcome: SliceOutcome): Partial<SliceEnd> {
  if (outcome.kind !== "executed" && outcome.kind !== "notified") return {};
  return {
    sellBase: outcome.sellBase.toString(),
    buyBase: outcome.buyBase.toString(),
    amountsEstimated: outcome.kind === "executed" && outcome.estimated,
  };
}

/** The quote with its calldata's bounds, and the oracle's price at that time. */
export function quotedSlice(side: TwapOrder["side"], swap: AttemptSwap) {
  return {
    quote: {
      venue: swap.venue,
      sellBase: swap.amountInBase,
      buyBase: swap.amountOutBase,
      maxSellBase: swap.maxInBase,
      minBuyBase: swap.minOutBase,
    },
    ...(swap.market !== undefined && oracleOf(side, swap.market)),
  };
}

function oracleOf(
  side: TwapOrder["side"],
  { oracle, oracleWindowSec, quotedInBase, quotedOutBase }: NonNullable<AttemptSwap["market"]>,
) {
  if (oracle === null) return { oracle };
  const oracleBase = BigInt(side === "sell" ? oracle.outBase : oracle.inBase);
  const compared =
    side === "sell"
      ? { mode: "exactIn" as const, quotedBase: BigInt(quotedOutBase), oracleBase }
      : { mode: "exactOut" as const, quotedBase: BigInt(quotedInBase), oracleBase };
  return {
    oracle: { sellBase: oracle.inBase, buyBase: oracle.outBase, windowSec: oracleWindowSec },
    ...(oracleBase > 0n && { deltaBps: oracleDeltaBps(compared) }),
  };
}

/** Transition of a TWAP order. */
export type SliceResult = OrderResult<TwapOrder, TwapEvent>;
