import type { Attempt, AttemptMarket } from "../../schemas/calls/attempt.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import type { Price } from "./fraction.ts";
import type { QualityRecord } from "./new-quality.ts";
import { qualityText } from "./quality-text.ts";
import { withFill, withGas, withLook, withRefusal, withSend } from "./with-fill.ts";

type Side = "sell" | "buy";

/** A run of a slice that ended: what `attempt` sent, or what a run without one has read. */
export type QualityRun = {
  side: Side;
  outcome: SliceOutcome;
  number: number;
  plannedBase: bigint;
  attempt?: Attempt | undefined;
  seen?: Pick<AttemptMarket, "oracle" | "quotedInBase" | "quotedOutBase"> | undefined;
  knownMs: number;
};

/**
 * The order's record after a run, as its text; one that cannot be read stays as it is. A slice that
 * only notified traded nothing.
 */
export function qualityAfter(text: string | undefined, run: QualityRun): string | undefined {
  const before = qualityText.read(text);
  return before === undefined ? text : qualityText.write(recordAfter(before, run));
}

function recordAfter(before: QualityRecord, run: QualityRun): QualityRecord {
  const { side, outcome, number, plannedBase, attempt, knownMs } = run;
  const market = attempt?.swap?.market ?? run.seen;
  const price = oraclePrice(side, market);
  const quote = market && priced(side, market.quotedInBase, market.quotedOutBase);
  const isSent = attempt !== undefined && attempt.status !== "never_sent";
  const looked = isSent
    ? withSend(before, { atMs: attempt.createdAt, price })
    : withLook(before, { atMs: knownMs, price });
  const paid = attempt?.mined
    ? withGas(looked, BigInt(attempt.mined.gasCostWei), coinOf(attempt))
    : looked;
  if (outcome.kind === "executed") {
    const { sellBase, buyBase } = outcome;
    const [sideBase, paidBase] = side === "sell" ? [sellBase, buyBase] : [buyBase, sellBase];
    const boundBase = boundOf(side, attempt);
    return withFill(paid, { number, plannedBase, sideBase, paidBase, price, quote, boundBase });
  }
  return outcome.kind === "failed" && !isSent ? withRefusal(paid, { number, quote }) : paid;
}

/** The oracle's pair as the order's own token and the counter token. */
export const oraclePrice = (
  side: Side,
  market: Pick<AttemptMarket, "oracle"> | undefined,
): Price | undefined =>
  market?.oracle ? priced(side, market.oracle.inBase, market.oracle.outBase) : undefined;

export function priced(side: Side, inBase: string, outBase: string): Price | undefined {
  const [given, wanted] = [BigInt(inBase), BigInt(outBase)];
  const [sideBase, counterBase] = side === "sell" ? [given, wanted] : [wanted, given];
  return sideBase > 0n ? { sideBase, counterBase } : undefined;
}

function coinOf(attempt: Attempt): { wei: bigint; counterBase: bigint } | undefined {
  const coin = attempt.swap?.market?.coin;
  return coin && { wei: BigInt(coin.wei), counterBase: BigInt(coin.counterBase) };
}

function boundOf(side: Side, attempt: Attempt | undefined): bigint | undefined {
  const swap = attempt?.swap;
  return swap ? BigInt(side === "sell" ? swap.minOutBase : swap.maxInBase) : undefined;
}
