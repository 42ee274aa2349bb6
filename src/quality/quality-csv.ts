import type { ShownQuality } from "../../schemas/orders/order-quality-output.ts";
import { csvOf } from "../lib/csv-of.ts";

const LINES = [
  ...(["delay", "timing", "execution", "unfilled", "shortfall", "beyond", "gas"] as const),
  ...(["quoteDeviation", "aboveMinimum", "againstAtOnce", "againstRefused"] as const),
] as const;

/** RFC 4180: a row a line of the report; what is not known is empty. */
export function qualityCsv(report: ShownQuality): string {
  const { orderId, counterToken, complete, coveredBps } = report;
  const of = [orderId, counterToken.symbol, complete, coveredBps];
  const rows = LINES.map((name) => {
    const line = report[name];
    return [...of, name, line?.base, line?.amount, line?.bps];
  });
  return csvOf([COLUMNS, ...rows]);
}

const COLUMNS = ["order", "token", "complete", "coveredBps", "line", "base", "amount", "bps"];
