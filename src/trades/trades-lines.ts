import type { Unavailable } from "../../schemas/vaults/vault-overview.ts";
import type { VaultTrade, VaultTrades } from "../../schemas/vaults/vault-trades.ts";
import { sixFigures } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { gasLine } from "./gas-line.ts";

const MOST_LINES = 20;

/** The sums in words first, each token, then the newest trades of the page. */
export function tradesLines({ trades, tokens, totals, baseToken, page }: VaultTrades): string[] {
  const { realised, open, gas, uncounted } = totals;
  const inBase = ({ amount }: { amount: string }) =>
    `${/^(-|0$)/.test(amount) ? "" : "+"}${sixFigures(amount)} ${baseToken.symbol}`;
  const without = (count: number, what: string) =>
    count === 0 ? "" : `, without ${count} ${what}`;
  return [
    `Realised: ${inBase(realised)}. Not sold: ${inBase(open)}` +
      `${without(open.missing.length, "that the oracle does not price now")}.`,
    `${gasLine(gas, baseToken)}.`,
    ...(uncounted === 0
      ? []
      : [`Not counted: ${uncounted}, between two other tokens or without a receipt's amounts.`]),
    ...tokens.map(
      (one) =>
        `${one.symbol ?? one.token}: realised ${inBase(one.realised)}, not sold ` +
        `${told(one.open, inBase)}`,
    ),
    ...trades.slice(0, MOST_LINES).map((trade) => tradeLine(trade, inBase)),
    ...(page.nextCursor === null ? [] : [`Older ones: cursor ${page.nextCursor}.`]),
  ];
}

function tradeLine(
  { at, status, sold, bought, gas, realised, orderId, sliceNumber, hash }: VaultTrade,
  inBase: (figure: { amount: string }) => string,
): string {
  const order =
    orderId === null
      ? ""
      : `, order #${orderId}${sliceNumber === null ? "" : ` slice ${sliceNumber}`}`;
  const side = ({ symbol, token, moved }: VaultTrade["sold"]) =>
    `${told(moved, ({ amount, amountBase }) => sixFigures(amount ?? amountBase))} ${symbol ?? token}`;
  const made = realised === null ? "" : `, realised ${told(realised, inBase)}`;
  return (
    `${utcMinute(at)}${order}: ${status}, ${side(sold)} for ${side(bought)}${made}, gas ` +
    `${told(gas, ({ amount }) => sixFigures(amount))}, ${hash}`
  );
}

/** A figure, or the code that stands in its place. */
const told = <T extends object>(part: T | Unavailable, show: (part: T) => string): string =>
  "unavailable" in part ? `(${(part as Unavailable).unavailable.error})` : show(part as T);
