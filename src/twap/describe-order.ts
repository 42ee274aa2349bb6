import type { TwapOrder } from "../../schemas/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import type { Draw } from "../lib/draw.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { directionText } from "./direction-text.ts";
import { optionLines } from "./option-lines.ts";
import { planOfOrder } from "./plan-of-order.ts";

/** Id, number and size of slices, interval, duration, venue and mode (spec, "TWAP tools"), and its options. */
export function describeOrder(order: TwapOrder, draw: Draw): string {
  const { sliceCount, intervalMinutes } = order;
  const first = order.startAt === undefined ? "first slice at the next schedule tick" : "first slice at its start";
  return [
    `TWAP order #${order.id} created: ${directionText(order)}.`,
    `Slices: ${slicesText(order, draw)}`,
    `Interval: ${intervalMinutes} minutes`,
    `Duration: ${sliceCount * intervalMinutes} minutes (${first}, last one about ${(sliceCount - 1) * intervalMinutes} minutes after it)`,
    `Venue: ${order.dex} on ${chainOf(order.chainId).name}`,
    `Mode: ${order.autoExecute ? "autonomous (the agent wallet broadcasts each slice)" : "manual (each slice is a notification, nothing is broadcast)"}`,
    ...optionLines(order),
    ...lateLine(order, draw),
  ].join("\n");
}

/** Random sizes are not told beforehand: whoever reads them could use them. */
function slicesText(order: TwapOrder, draw: Draw): string {
  const [symbol, decimals] = sideOf(order);
  const { slices } = planOfOrder({ ...order, randomize: undefined }, draw);
  const lastBase = slices.at(-1)?.amountBase ?? 0n;
  const equal = `${order.sliceCount} x ${order.sliceAmount} ${symbol}`;
  if (lastBase === BigInt(order.sliceBase)) return equal;
  return `${equal}, except the last one: ${formatUnits(lastBase, decimals)} ${symbol}`;
}

/** An order that ends before its last slice is one that somebody may not have meant. */
function lateLine(order: TwapOrder, draw: Draw): string[] {
  const { lateBase } = planOfOrder({ ...order, randomize: undefined }, draw);
  if (lateBase === 0n) return [];
  const [symbol, decimals] = sideOf(order);
  return [`By this plan ${formatUnits(lateBase, decimals)} ${symbol} come after its end and will not be traded.`];
}

const sideOf = (order: TwapOrder): [string, number] =>
  order.side === "sell" ? [order.sellSymbol, order.sellDecimals] : [order.buySymbol, order.buyDecimals];
