import * as z from "zod";
import { hyperliquidApi } from "../hyperliquid/hyperliquid-api.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { PerpOrder } from "../venues/hyperliquid-port.ts";
import { perpBMarket } from "./perp-b-market.ts";
import { perpBCloid, perpBTool, perpBWords } from "./perp-b-output.ts";
import { hyperliquidPlan, readHyperliquidFacts } from "./read-hyperliquid-facts.ts";
import { defineTool } from "./tool.ts";

export const perpBCancelOrder = defineTool({
  name: "perp_b_cancel_order",
  aliases: ["hyperliquid_cancel_order"],
  description:
    "Cancels one of the vault's open Hyperliquid orders, by orderId or cloid; without " +
    "either, the only open one in that market.",
  ...perpBTool,
  says: [
    "cancel my {market:coin} order on hyperliquid",
    "~@cancel @perpb {market:coin} order|orders|limit [limit] [{order:orderId}] [open|resting]",
    "~@cancel @perpb {market:coin} {order:orderId}",
  ],
  input: z.object({
    coin: z
      .string()
      .trim()
      .min(1)
      .max(20)
      .describe("The market of the order, as listed: BTC, ETH, HYPE."),
    orderId: z.int().min(1).optional().describe("The venue's number of the order."),
    cloid: perpBCloid.describe("The order's own id."),
  }),
  example: { coin: "ETH", orderId: 91490942 },
  model: {
    grounding: {
      example: "cancel my ETH order on Hyperliquid",
      acts: ["cancel order"],
      words: `${perpBWords.words} perp perps open resting pending id number cloid`,
      venue: perpBWords.venue,
      fields: {
        coin: { is: "token" },
        orderId: { is: "number" },
        cloid: { is: "key" },
      },
      card: {
        ...perpBWords.card,
        to: "the venue's list of open orders",
        defaults: {
          orderId: ({ cloid }) =>
            cloid === undefined ? "the only order that is open in that market" : undefined,
        },
      },
    },
  },
  plan: async (ctx, { coin, ...named }) => {
    const [read, market, open] = await Promise.all([
      readHyperliquidFacts(ctx, "sendRawAction"),
      perpBMarket(ctx, coin),
      ctx.deps.api(hyperliquidApi).openOrders(ctx.vault),
    ]);
    if (!read.ok) return read;
    if (!market.ok) return market;
    if (!open.ok) return open;
    const { asset, name } = market.value;
    const picked = pick(
      open.value.filter((order) => order.coin === name),
      name,
      named,
    );
    if (!picked.ok) return picked;
    const { oid, cloid } = picked.value;
    const call =
      named.cloid === undefined
        ? ({ kind: "hlCancel", asset, oid: BigInt(oid), cloid: null } as const)
        : ({ kind: "hlCancel", asset, oid: null, cloid: BigInt(named.cloid) } as const);
    return hyperliquidPlan(call, read.value, {
      description: `Cancel the order on Hyperliquid to ${textOf(picked.value)}`,
      lines: ["What of it is filled until then stays filled."],
      data: { coin: name, orderId: oid, ...(cloid !== null && { cloid }) },
    });
  },
});

function pick(
  open: readonly PerpOrder[],
  coin: string,
  { orderId, cloid }: { orderId?: number | undefined; cloid?: string | undefined },
): Verdict<PerpOrder> {
  const isNamed = orderId !== undefined || cloid !== undefined;
  const fitting = open.filter(
    (order) =>
      (orderId === undefined || order.oid === orderId) &&
      (cloid === undefined || order.cloid === cloid),
  );
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return allow(only);
  const orders = open.map(({ oid }) => oid);
  if (only === undefined)
    return refuse(
      "perp_order_unknown",
      `${isNamed ? "The vault has no such open order" : "The vault has no open order"} in ` +
        `${coin}${orders.length === 0 ? "." : `: open are ${orders.join(", ")}.`}`,
      { coin, orders: orders.map(String) },
    );
  const listed = open.map(textOf).join("; ");
  return refuse(
    "invalid_request",
    `orderId: several orders are open in ${coin}, so say which. ${listed}.`,
    {
      coin,
      orders: orders.map(String),
    },
  );
}

const textOf = ({ isBuy, leftE8, coin, limitPriceE8, oid }: PerpOrder): string =>
  `${isBuy ? "buy" : "sell"} ${formatUnits(leftE8, 8)} ${coin} for ` +
  `${formatUnits(limitPriceE8, 8)} USDC each (number ${oid})`;
