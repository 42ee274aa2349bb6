import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { inPlainWords } from "../../lib/in-plain-words.ts";
import { utcMinute } from "../../lib/utc-minute.ts";
import { listOrdersText } from "../list-orders-text.ts";
import { waitingText } from "../waiting-text.ts";
import type { OrderDetail } from "./read-order-detail.ts";

type Told = OrderDetail["slices"][number];

/** What a chat shows; all of it is in the data. */
const MOST_LINES = 10;

/** The order as its list shows it, the page's last slices, what comes next, and what was changed. */
export function orderDetailText({ order, slices, next, changes, funding, page }: OrderDetail): string {
  const shown = slices.slice(-MOST_LINES).map((slice) => `  ${sliceText(order, slice)}`);
  const side = order.side === "sell" ? order.sellSymbol : order.buySymbol;
  return [
    orderLines(order),
    ...(shown.length > 0 ? ["Slices:", ...shown] : []),
    ...(next === null
      ? []
      : [
          `Next: slice ${next.sliceNumber}/${order.sliceCount}, ${next.amount} ${side}${next.plannedAt === null ? ", when it is resumed" : `, planned for ${utcMinute(next.plannedAt)}`}`,
        ]),
    ...(changes.length > 0
      ? [
          "Changes:",
          ...changes
            .slice(-MOST_LINES)
            .map(({ timestamp, text }) => `  ${utcMinute(timestamp)}: ${inPlainWords(text)}`),
        ]
      : []),
    ...(next !== null && funding.toSell !== null
      ? [`Still to sell: ${funding.isEstimated ? "about " : ""}${funding.toSell} ${order.sellSymbol}`]
      : []),
    ...(page.nextCursor === null ? [] : [`More slices: cursor ${page.nextCursor}`]),
  ].join("\n");
}

/** Without the list's first line, which counts orders. */
const orderLines = (order: TwapOrder): string => listOrdersText([order]).split("\n").slice(2).join("\n");

/** @example "#3 executed 2026-09-01 00:10 UTC: sold 20 USDC, bought 0.008 WETH" */
function sliceText(order: TwapOrder, slice: Told): string {
  const { sliceNumber, status, at, sellAmount, buyAmount, refusal, waits } = slice;
  const head = `#${sliceNumber} ${status}${at === undefined ? "" : ` ${utcMinute(at)}`}`;
  const about = slice.amountsEstimated ? "about " : "";
  const traded = `${about}${sellAmount} ${order.sellSymbol}`;
  switch (status) {
    case "executed":
      return sellAmount === undefined
        ? head
        : `${head}: sold ${traded}, bought ${about}${buyAmount} ${order.buySymbol}${slice.isTakenBack ? "; the chain took it back" : ""}`;
    case "notified":
      return sellAmount === undefined ? head : `${head}: quoted ${traded} for ${buyAmount} ${order.buySymbol}`;
    case "failed":
      return `${head}: ${refusal === undefined ? "unknown error" : inPlainWords(refusal.message)}`;
    case "waiting":
      return waits === undefined ? head : `${head} since ${utcMinute(waits.sinceMs)}: ${waitingText(waits.reason)}`;
    case "pending":
      return `${head}: its transaction is out, and its outcome not known yet`;
    case "skipped":
    case "expired":
      return `${head}: ${slice.plannedAmount} ${order.side === "sell" ? order.sellSymbol : order.buySymbol} not traded`;
  }
}
