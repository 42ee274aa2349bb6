import type { OrderFigures } from "../../schemas/orders/order-figures.ts";
import type { ShownQuality } from "../../schemas/orders/order-quality-output.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { RefusedSlice } from "../store/orders/get-order-quality.ts";
import { type Fraction, fraction, minus, rounded, worthOf } from "./fraction.ts";
import { newQuality, type QualityRecord } from "./new-quality.ts";
import { type OrderQuality, orderQuality } from "./order-quality.ts";
import { priced } from "./quality-after.ts";
import { qualityText } from "./quality-text.ts";

type Line = ShownQuality["delay"];
type Tell = (value: Fraction | null) => Line;

/** The report as every door shows it. Sums stay exact up to here, where they are rounded. */
export function showQuality(
  order: OrderFigures & { totalBase?: string },
  refused: readonly RefusedSlice[] = [],
): ShownQuality {
  const { record, isKept } = recordOf(order);
  const { side, status } = order;
  const report = orderQuality({ side, record, ended: endOf(order) });
  const [sideToken, counterToken] = tokensOf(order);
  const tell = teller(report, counterToken.decimals);
  const { totalBase, filledBase, restBase, coveredBase } = report;
  return {
    ...{ orderId: order.id, chainId: order.chainId, side, status, sideToken, counterToken },
    ...{ createdAt: order.createdAt, endedAt: endOf(order)?.atMs ?? null },
    totalBase: totalBase.toString(),
    tradedBase: filledBase.toString(),
    restBase: restBase.toString(),
    arrival: isKept ? arrivalOf(order, record) : null,
    complete: isKept && report.isComplete,
    coveredBps: isKept && totalBase > 0n ? Number((coveredBase * 10_000n) / totalBase) : 0,
    ...(isKept ? linesOf(report, tell) : UNKNOWN_LINES),
    beyondBase: record.beyondBase.toString(),
    gasWei: record.gas.wei.toString(),
    refusedTraded: record.compared.count,
    refused: refused.map((slice) => refusedOf(order, slice, tell)),
  };
}

/** Orders from before records were kept have none: nothing is known of them. */
function recordOf({ quality, totalBase = "0", createdAt }: OrderFigures & { totalBase?: string }) {
  const record = qualityText.read(quality);
  return record === undefined
    ? { record: newQuality({ addsBase: BigInt(totalBase), atMs: createdAt }), isKept: false }
    : { record, isKept: true };
}

function endOf({ status, completedAt: atMs }: OrderFigures) {
  const hasEnded = status === "completed" || status === "cancelled" || status === "expired";
  return hasEnded && atMs !== undefined ? { status, atMs } : undefined;
}

function tokensOf(order: OrderFigures) {
  const sell = { symbol: order.sellSymbol, decimals: order.sellDecimals };
  const buy = { symbol: order.buySymbol, decimals: order.buyDecimals };
  return order.side === "sell" ? ([sell, buy] as const) : ([buy, sell] as const);
}

function teller({ arrivalWorth }: OrderQuality, decimals: number): Tell {
  return (value) => {
    if (value === null) return null;
    const base = rounded(value);
    const bps = arrivalWorth === null ? null : bpsOf(value, arrivalWorth);
    return { base: base.toString(), amount: formatUnits(base, decimals), bps };
  };
}

/** Basis points with two decimals; null: of nothing. */
function bpsOf(value: Fraction, whole: Fraction): string | null {
  if (whole.num <= 0n) return null;
  const hundredths = fraction(value.num * whole.den * 1_000_000n, value.den * whole.num);
  return formatUnits(rounded(hundredths), 2);
}

const linesOf = (report: OrderQuality, tell: Tell) => ({
  delay: tell(report.delay),
  timing: tell(report.timing),
  execution: tell(report.execution),
  unfilled: tell(report.unfilled),
  shortfall: tell(report.shortfall),
  beyond: tell(report.beyond),
  gas: tell(report.gas),
  quoteDeviation: tell(report.quoteDeviation),
  aboveMinimum: tell(report.aboveMinimum),
  againstAtOnce: tell(report.againstAtOnce),
  againstRefused: tell(report.againstRefused),
});

const UNKNOWN_LINES: ReturnType<typeof linesOf> = {
  ...{ delay: null, timing: null, execution: null, unfilled: null, shortfall: null },
  ...{ beyond: null, gas: null, quoteDeviation: null, aboveMinimum: null },
  ...{ againstAtOnce: null, againstRefused: null },
};

function arrivalOf({ side }: OrderFigures, { arrivals }: QualityRecord): ShownQuality["arrival"] {
  const [first] = arrivals;
  if (first === undefined) return null;
  const { atMs, block, price, windowSec = null, atOnce } = first;
  const pair = (one: { sideBase: bigint; counterBase: bigint }) => {
    const [own, counter] = [one.sideBase.toString(), one.counterBase.toString()];
    return side === "sell"
      ? { sellBase: own, buyBase: counter }
      : { sellBase: counter, buyBase: own };
  };
  return {
    at: atMs,
    block: block?.toString() ?? null,
    oracle: price ? { ...pair(price), windowSec } : null,
    quote: atOnce ? { venue: atOnce.venue, ...pair(atOnce) } : null,
  };
}

function refusedOf(
  { side }: OrderFigures,
  { number, refused, end }: RefusedSlice,
  tell: Tell,
): ShownQuality["refused"][number] {
  const { at, code, quote = null, oracle = null } = refused;
  const isTraded = end?.status === "executed";
  const { sellBase, buyBase } = end ?? {};
  const traded =
    isTraded && sellBase !== undefined && buyBase !== undefined ? { sellBase, buyBase } : null;
  const price = quote && priced(side, quote.sellBase, quote.buyBase);
  return {
    ...{ sliceNumber: number, at, code, quote, oracle, traded },
    line: traded && price ? tell(againstQuote(side, traded, price, end?.plannedBase)) : null,
  };
}

function againstQuote(
  side: "sell" | "buy",
  traded: { sellBase: string; buyBase: string },
  price: { sideBase: bigint; counterBase: bigint },
  plannedBase = "0",
): Fraction {
  const [own, paid] =
    side === "sell" ? [traded.sellBase, traded.buyBase] : [traded.buyBase, traded.sellBase];
  const [delivered, planned] = [BigInt(own), BigInt(plannedBase)];
  const amountBase = delivered < planned ? delivered : planned;
  const better = minus(fraction(BigInt(paid)), worthOf(amountBase, price));
  return side === "sell" ? better : { num: -better.num, den: better.den };
}
