import type { ShownQuality } from "../../schemas/orders/order-quality-output.ts";

const LINES = ["delay", "timing", "execution", "unfilled"] as const;

/** One line for a notice; undefined: there is nothing to say. */
export function qualityLine(report: ShownQuality): string | undefined {
  const told = LINES.flatMap((name) => {
    const bps = report[name]?.bps;
    return bps == null ? [] : [`${name} ${signed(bps)}`];
  });
  if (told.length === 0) return undefined;
  const { shortfall, complete, coveredBps } = report;
  const sum = shortfall?.bps == null ? "" : `${signed(shortfall.bps)} bps: `;
  const share = complete ? "" : ` (of ${coveredBps / 100}% of it)`;
  return `Against the price at its creation: ${sum}${told.join(", ")} bps${share}${gasOf(report)}.`;
}

/** The report for a chat. */
export function qualityLines(report: ShownQuality): string[] {
  const { orderId, side, sideToken, counterToken, complete, coveredBps } = report;
  const named = [...LINES, "shortfall", "beyond", "gas"] as const;
  const beside = [
    ["Against the quotes", report.quoteDeviation],
    ["Above what was enforced", report.aboveMinimum],
    ["Against all at once", report.againstAtOnce],
    [`Against ${report.refusedTraded} refused slices`, report.againstRefused],
  ] as const;
  return [
    `TWAP #${orderId}, ${side} ${sideToken.symbol}, in ${counterToken.symbol}; minus is a cost.`,
    ...named.map((name) => `${name}: ${lineText(report[name])}`),
    ...beside.map(([name, line]) => `${name}: ${lineText(line)}`),
    ...(complete ? [] : [`A price is missing: this tells of ${coveredBps / 100}% of the total.`]),
  ];
}

const signed = (bps: string): string => (/^[-0]/.test(bps) ? bps : `+${bps}`);

const lineText = (line: ShownQuality["delay"]): string =>
  line === null
    ? "not known"
    : `${line.amount}${line.bps === null ? "" : ` (${signed(line.bps)} bps)`}`;

const gasOf = ({ gas, counterToken }: ShownQuality): string =>
  gas === null ? "" : `, gas ${gas.amount} ${counterToken.symbol}`;
