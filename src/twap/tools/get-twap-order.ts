import * as z from "zod";
import { orderDetailParts } from "../../../schemas/order-detail-parts.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { inPlainWords } from "../../lib/in-plain-words.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import { allow } from "../../lib/verdict.ts";
import { defineTool } from "../../tools/tool.ts";
import { listOrdersText } from "../list-orders-text.ts";
import { waitingText } from "../order-change-text.ts";
import { sideOf } from "../state-of.ts";
import { orderOutput } from "./order-output.ts";
import { type OrderDetail, readOrderDetail } from "./read-order-detail.ts";

/** Shows one order. */
export const getTwapOrder = defineTool({
  name: "get_twap_order",
  description:
    "Shows one TWAP order in full: what became of each slice (times, amounts, transaction, " +
    "gas, quote, oracle price, refusal with figures), what comes next, what was changed in " +
    "between, and what it still needs. By pages of slices.",
  category: "TWAP Orders",
  says: [
    "show {named:id}",
    "{named:id}",
    "~fills|trades|slices|executions|txs|prices|fill {named:id}",
    "~why|reason {order:id} [not|no] [today|yet] [fail|failed|fails] " +
      "[waiting|wait|waits|stuck|paused|late|behind|stopped|running|trading|executing|filled|filling] " +
      "[@slice]",
    "~details|detail|status|state|progress|show|how|view|open|see|check|far {order:id}",
    "~when {order:id} [next]",
  ],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: z.object({
    id: z.int().min(1).describe("Id of the TWAP order."),
    cursor: z
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe("Number of the first slice of the page; nextCursor of the page before."),
    limit: z.int().min(1).max(50).default(20).describe("Slices of a page."),
  }),
  example: { id: 1 },
  hints: { openWorld: false },
  model: "shown",
  output: () => z.object({ order: orderOutput(), ...orderDetailParts() }),
  run: async ({ deps, chainId, vault, stored }, input) => {
    const detail = await readOrderDetail(deps, { chainId, vault, ...input }, stored());
    return detail.ok
      ? allow({ message: orderDetailText(detail.value), data: detail.value })
      : detail;
  },
});

type Told = OrderDetail["slices"][number];

const MOST_LINES = 10;

/** The order, the page's last slices, the next one, and changes. */
export function orderDetailText({
  order,
  slices,
  next,
  changes,
  funding,
  page,
}: OrderDetail): string {
  const shown = slices.slice(-MOST_LINES).map((slice) => `  ${sliceText(order, slice)}`);
  const [side] = sideOf(order);
  return [
    orderLines(order),
    ...(shown.length > 0 ? ["Slices:", ...shown] : []),
    ...(next === null
      ? []
      : [
          `Next: slice ${next.sliceNumber}/${order.sliceCount}, ${next.amount} ` +
            `${side}${next.plannedAt === null ? ", when it is resumed" : `, planned for ${utcMinute(next.plannedAt)}`}`,
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
      ? [
          `Still to sell: ${funding.isEstimated ? "about " : ""}${funding.toSell} ` +
            `${order.sellSymbol}`,
        ]
      : []),
    ...(page.nextCursor === null ? [] : [`More slices: cursor ${page.nextCursor}`]),
  ].join("\n");
}

/** Without the line that counts orders. */
const orderLines = (order: TwapOrder): string =>
  listOrdersText([order]).split("\n").slice(2).join("\n");

function sliceText(order: TwapOrder, slice: Told): string {
  const { sliceNumber, status, at, sellAmount, buyAmount, refusal, waits } = slice;
  const head = `#${sliceNumber} ${status}${at === undefined ? "" : ` ${utcMinute(at)}`}`;
  const about = slice.amountsEstimated ? "about " : "";
  const traded = `${about}${sellAmount} ${order.sellSymbol}`;
  switch (status) {
    case "executed":
      return sellAmount === undefined
        ? head
        : `${head}: sold ${traded}, bought ${about}${buyAmount} ` +
            `${order.buySymbol}${slice.isTakenBack ? "; the chain took it back" : ""}`;
    case "notified":
      return sellAmount === undefined
        ? head
        : `${head}: quoted ${traded} for ${buyAmount} ${order.buySymbol}`;
    case "failed":
      return `${head}: ${refusal === undefined ? "unknown error" : inPlainWords(refusal.message)}`;
    case "waiting":
      return waits === undefined
        ? head
        : `${head} since ${utcMinute(waits.sinceMs)}: ${waitingText(waits.reason)}`;
    case "pending":
      return `${head}: its transaction is out, and its outcome not known yet`;
    case "skipped":
    case "expired":
      return `${head}: ${slice.plannedAmount} ${sideOf(order)[0]} not traded`;
  }
}
