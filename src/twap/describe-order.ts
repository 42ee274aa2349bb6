import { CHAINS } from "../../schemas/chains.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { formatUnits } from "../lib/format-units.ts";
import { directionText } from "./direction-text.ts";
import { sliceAmountBase } from "./slice-amount-base.ts";

/** The confirmation of create_twap_order: id, number and size of slices, interval, duration, venue and mode (spec, "TWAP tools"). */
export function describeOrder(order: TwapOrder): string {
  const { sliceCount, intervalMinutes } = order;
  return [
    `TWAP order #${order.id} created: ${directionText(order)}.`,
    `Slices: ${slicesText(order)}`,
    `Interval: ${intervalMinutes} minutes`,
    `Duration: ${sliceCount * intervalMinutes} minutes (first slice at the next schedule tick, last one about ${(sliceCount - 1) * intervalMinutes} minutes after it)`,
    `Venue: ${order.dex} on ${CHAINS[order.chainId].name}`,
    `Mode: ${order.autoExecute ? "autonomous (the agent wallet broadcasts each slice)" : "manual (each slice is a notification, nothing is broadcast)"}`,
  ].join("\n");
}

function slicesText(order: TwapOrder): string {
  const [symbol, decimals] =
    order.side === "sell" ? [order.sellSymbol, order.sellDecimals] : [order.buySymbol, order.buyDecimals];
  const lastBase = sliceAmountBase(order, order.sliceCount);
  const equal = `${order.sliceCount} x ${order.sliceAmount} ${symbol}`;
  if (lastBase === BigInt(order.sliceBase)) return equal;
  return `${equal}, except the last one: ${formatUnits(lastBase, decimals)} ${symbol}`;
}
