import type { TwapOrder } from "../../schemas/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { optionLines } from "./describe-order.ts";
import { waitingText } from "./order-change-text.ts";
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
