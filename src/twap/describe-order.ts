import type { TwapOrder } from "../../schemas/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import type { Draw } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { boundsOfOrder } from "./cut-of-order.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { directionText, sideOf } from "./state-of.ts";

/** Text of a new order (spec, "TWAP tools"). */
export function describeOrder(order: TwapOrder, draw: Draw): string {
  const { sliceCount, intervalMinutes } = order;
  const first =
    order.startAt === undefined
      ? "first slice at the next schedule tick"
      : "first slice at its start";
  const [slices, late] = planLines(order, draw);
  return [
    `TWAP order #${order.id} created: ${directionText(order)}.`,
    slices,
    `Interval: ${intervalMinutes} minutes`,
    `Duration: ${sliceCount * intervalMinutes} minutes (${first}, last one about ` +
      `${(sliceCount - 1) * intervalMinutes} minutes after it)`,
    `Venue: ${order.dex} on ${chainOf(order.chainId).name}`,
    `Mode: ${order.autoExecute ? "autonomous (the agent wallet broadcasts each slice)" : "manual (each slice is a notification, nothing is broadcast)"}`,
    ...optionLines(order),
    ...late,
  ].join("\n");
}

/**
 * An order may end before its last slice. Random sizes stay secret: readers could trade on them.
 */
function planLines(order: TwapOrder, draw: Draw): [slices: string, late: string[]] {
  const [symbol, decimals] = sideOf(order);
  const { slices, lateBase } = planOfOrder({ ...order, randomize: undefined }, draw);
  const amount = (base: bigint) => `${formatUnits(base, decimals)} ${symbol}`;
  const lastBase = slices.at(-1)?.amountBase ?? 0n;
  const except =
    lastBase === BigInt(order.sliceBase) ? "" : `, except the last one: ${amount(lastBase)}`;
  return [
    `Slices: ${order.sliceCount} x ${order.sliceAmount} ${symbol}${except}`,
    lateBase === 0n
      ? []
      : [`By this plan ${amount(lateBase)} come after its end and will not be traded.`],
  ];
}

/** One line for each option of an order. */
export function optionLines(order: TwapOrder): string[] {
  const { startAt, expiresAt, maxGasPrice, randomize, catchUp } = order;
  const { limit } = boundsOfOrder(order);
  const share = (bps: number): string => `${formatUnits(BigInt(bps), 2)}%`;
  return [
    ...(limit === undefined
      ? []
      : [`Limit price: ${limit.price} ${limit.unit}, at a worse one it waits`]),
    ...(startAt === undefined ? [] : [`Start: not before ${utcMinute(startAt)}`]),
    ...(expiresAt === undefined
      ? []
      : [`End: ${utcMinute(expiresAt)}, what is left then is not traded`]),
    ...(maxGasPrice === undefined
      ? []
      : [`Gas price: at most ${maxGasPrice} gwei, above it waits`]),
    ...(randomize === undefined
      ? []
      : [
          `Random: sizes within ${share(randomize.sizeBps)}, times up to ` +
            `${share(randomize.timeBps)} of the interval later`,
        ]),
    ...(catchUp ? ["Catching up: at most three slices' worth at once"] : []),
  ];
}
