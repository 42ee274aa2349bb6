import type { TwapOrder } from "../../schemas/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { Draw } from "../lib/ports.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { boundsOfOrder } from "./cut-of-order.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { directionText } from "./state-of.ts";

/** Text of a new order (spec, "TWAP tools"). */
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

/** Random sizes stay secret: readers could trade on them. */
function slicesText(order: TwapOrder, draw: Draw): string {
  const [symbol, decimals] = sideOf(order);
  const { slices } = planOfOrder({ ...order, randomize: undefined }, draw);
  const lastBase = slices.at(-1)?.amountBase ?? 0n;
  const equal = `${order.sliceCount} x ${order.sliceAmount} ${symbol}`;
  if (lastBase === BigInt(order.sliceBase)) return equal;
  return `${equal}, except the last one: ${formatUnits(lastBase, decimals)} ${symbol}`;
}

function lateLine(order: TwapOrder, draw: Draw): string[] {
  const { lateBase } = planOfOrder({ ...order, randomize: undefined }, draw);
  if (lateBase === 0n) return [];
  const [symbol, decimals] = sideOf(order);
  return [`By this plan ${formatUnits(lateBase, decimals)} ${symbol} come after its end and will not be traded.`];
}

const sideOf = (order: TwapOrder): [string, number] =>
  order.side === "sell" ? [order.sellSymbol, order.sellDecimals] : [order.buySymbol, order.buyDecimals];

/** One line for each option of an order. */
export function optionLines(order: TwapOrder): string[] {
  const { startAt, expiresAt, maxGasPrice, randomize, catchUp } = order;
  const { limit } = boundsOfOrder(order);
  const share = (bps: number): string => `${formatUnits(BigInt(bps), 2)}%`;
  return [
    ...(limit === undefined ? [] : [`Limit price: ${limit.price} ${limit.unit}, at a worse one it waits`]),
    ...(startAt === undefined ? [] : [`Start: not before ${utcMinute(startAt)}`]),
    ...(expiresAt === undefined ? [] : [`End: ${utcMinute(expiresAt)}, what is left then is not traded`]),
    ...(maxGasPrice === undefined ? [] : [`Gas price: at most ${maxGasPrice} gwei, above it waits`]),
    ...(randomize === undefined
      ? []
      : [
          `Random: sizes within ${share(randomize.sizeBps)}, times up to ${share(randomize.timeBps)} of the interval later`,
        ]),
    ...(catchUp ? ["Catching up: at most three slices' worth at once"] : []),
  ];
}
