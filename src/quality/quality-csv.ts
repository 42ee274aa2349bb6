import type { ShownQuality } from "../../schemas/orders/order-quality-output.ts";

const LINES = [
  ...(["delay", "timing", "execution", "unfilled", "shortfall", "beyond", "gas"] as const),
  ...(["quoteDeviation", "aboveMinimum", "againstAtOnce", "againstRefused"] as const),
] as const;

/** RFC 4180: a row a line of the report; what is not known is empty. */
export function qualityCsv(report: ShownQuality): string {
  const { orderId, counterToken, complete, coveredBps } = report;
  const of = [orderId, cell(counterToken.symbol), complete, coveredBps];
  const rows = LINES.map((name) => {
    const line = report[name];
    return [...of, name, line?.base ?? "", line?.amount ?? "", line?.bps ?? ""];
  });
  return `${[COLUMNS, ...rows].map((row) => row.join(",")).join("\r\n")}\r\n`;
}

const COLUMNS = ["order", "token", "complete", "coveredBps", "line", "base", "amount", "bps"];

/** Spreadsheets run texts that begin like formulas; a symbol is a stranger's text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
