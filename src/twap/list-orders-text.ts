import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import type { Draw } from "../deps.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { boundsOfOrder } from "./cut-of-order.ts";
import { waitingText } from "./order-change-text.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { directionText, isRunning, sideOf, stateOf, type TwapState } from "./state-of.ts";

const STATE_WORDS = {
  active: "active",
  pending_confirmation: "active, a slice awaits confirmation",
  paused: "paused",
  auto_paused: "auto-paused",
  completed: "completed",
  cancelled: "cancelled",
  cancelling: "cancelling",
  partially_completed: "cancelled, partially completed",
  expired: "expired, what was left was not traded",
} as const satisfies Record<TwapState, string>;

/** Active orders first, then paused, then closed; newest first in each. */
export function listOrdersText(orders: readonly TwapOrder[]): string {
  if (orders.length === 0) return "There are no TWAP orders for this vault.";
  const sorted = orders.toSorted((a, b) => rank(a) - rank(b) || b.id - a.id);
  const active = orders.filter(isRunning).length;
  return [
    `TWAP orders: ${active} active, ${orders.length - active} inactive.`,
    ...sorted.map(orderText),
  ].join("\n\n");
}

const rank = (order: TwapOrder): number =>
  isRunning(order) ? 0 : order.status === "paused" || order.status === "auto_paused" ? 1 : 2;

function orderText(order: TwapOrder): string {
  const about = order.amountsEstimated ? "about " : "";
  const slice = `${order.sliceAmount} ${sideOf(order)[0]}`;
  const skipped =
    order.skippedSlices === undefined ? "" : `, ${order.skippedSlices.length} skipped`;
  // An order that only notifies shows quoted amounts (decision D37).
  const [mode, done, totals] = order.autoExecute
    ? [
        "autonomous",
        "",
        `Spent: ${about}${order.amountSpent} ${order.sellSymbol}, bought: ` +
          `${about}${order.totalBought} ${order.buySymbol}`,
      ]
    : [
        "manual (each slice is a notification)",
        " notified",
        `Quoted: ${order.amountSpent} ${order.sellSymbol} for ${order.totalBought} ` +
          `${order.buySymbol}; nothing was sent`,
      ];
  return [
    `#${order.id} ${STATE_WORDS[stateOf(order)]}: ${directionText(order)}`,
    `  Progress: ${order.slicesExecuted}/${order.sliceCount} slices of ` +
      `${slice}${done}${skipped}, every ${order.intervalMinutes} minutes`,
    `  ${totals}`,
    `  Venue: ${order.dex} on ${chainOf(order.chainId).name}, mode: ${mode}`,
    ...optionLines(order).map((line) => `  ${line}`),
    ...untradedLines(order),
    ...attentionLines(order),
  ].join("\n");
}

function untradedLines(order: TwapOrder): string[] {
  const [symbol, decimals] = sideOf(order);
  const line = (what: string, base: string | undefined) =>
    base === undefined || base === "0"
      ? []
      : [`  ${what}: ${formatUnits(BigInt(base), decimals)} ${symbol}, not traded`];
  return [...line("Skipped", order.skippedBase), ...line("Left at its end", order.restBase)];
}

function attentionLines(order: TwapOrder): string[] {
  const isOpen = !["completed", "cancelled", "expired"].includes(order.status);
  const hasFailed = isOpen && order.consecutiveFailures > 0;
  return [
    ...(hasFailed
      ? [
          `  Failures in a row: ${order.consecutiveFailures}, last: ` +
            `${inPlainWords(order.lastError ?? "unknown")}`,
        ]
      : []),
    ...(order.waiting !== undefined && order.status === "active"
      ? [
          `  Waiting since ${utcMinute(order.waiting.sinceMs)}: ` +
            `${waitingText(order.waiting.reason, order.waiting.figures)}.`,
        ]
      : []),
    ...(order.pendingAttempt !== undefined && !isRunning(order)
      ? ["  A slice is still awaiting its confirmation."]
      : []),
  ];
}

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
function optionLines(order: TwapOrder): string[] {
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
