import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { CardOf, ShownCard } from "../kinds/channel.ts";
import { orderAs } from "../kinds/kind-of.ts";
import { formatPrice, sixFigures } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { plannedPointMs } from "../twap/points-of-order.ts";
import { directionText, progressBar, slicesBehind } from "../twap/state-of.ts";
import { cut, fitHtml, MAX_MESSAGE_CHARS, visibleIdLine } from "./escape-html.ts";
import { type InlineKeyboard, orderButton } from "./order-button.ts";
import { textsOf } from "./texts-of.ts";

const STATUS_WORDS: Record<TwapOrder["status"], string> = {
  active: "running",
  pending_confirmation: "running, a slice awaits its confirmation",
  paused: "paused",
  auto_paused: "paused after failures",
  completed: "completed",
  cancelled: "cancelled",
  expired: "expired",
};
const ICONS: Record<TwapOrder["status"], string> = {
  active: "▶️",
  pending_confirmation: "▶️",
  paused: "⏸",
  auto_paused: "⏸",
  completed: "🏁",
  cancelled: "🚫",
  expired: "⌛",
};

/**
 * How far it is, what it paid on average, what comes next, and `last`, its last slices as they are told. Its totals are the order's own, so
 * the newest rendering holds whichever came before.
 */
function renderOrderCard(order: TwapOrder, last: string): { html: string; keyboard: InlineKeyboard } {
  const { id, status, sliceCount, slicesExecuted, chainId, vaultAddress } = order;
  const behind = slicesBehind(order);
  const isRunning = status === "active" || status === "pending_confirmation";
  const isPaused = status === "paused" || status === "auto_paused";
  const of = { chainId, vault: vaultAddress, orderId: id };
  const html = [
    `${ICONS[status]} <b>TWAP #${id}</b> ${cut(directionText(order), 200)}`,
    `${progressBar(behind, sliceCount)} ${slicesExecuted}/${sliceCount}, ${STATUS_WORDS[status]}`,
    ...averageLines(order),
    ...(isRunning && behind < sliceCount ? [nextLine(order)] : []),
    ...(last === "" ? [] : ["", last]),
  ].join("\n");
  // Figures are rounded here; the exact ones are behind this.
  const details = [orderButton({ action: "details", ...of })];
  if (!isRunning && !isPaused) return { html, keyboard: { inline_keyboard: [details] } };
  const buttons = [
    orderButton({ action: isPaused ? "resume" : "pause", ...of }),
    orderButton({ action: "cancel", ...of }),
  ];
  return { html, keyboard: { inline_keyboard: [buttons, details] } };
}

function averageLines(order: TwapOrder): string[] {
  const { sellDecimals, buyDecimals, sellSymbol, buySymbol } = order;
  const [spent, bought] = [BigInt(order.spentBase), BigInt(order.boughtBase)];
  if (spent === 0n || bought === 0n) return [];
  const about = order.amountsEstimated ? "about " : "";
  const sell = { inBase: spent, inDecimals: sellDecimals, outBase: bought, outDecimals: buyDecimals };
  const buy = { inBase: bought, inDecimals: buyDecimals, outBase: spent, outDecimals: sellDecimals };
  // The way round that is no fraction: a dollar has no price in coins.
  const isSell = spent * 10n ** BigInt(buyDecimals) <= bought * 10n ** BigInt(sellDecimals);
  const price = isSell
    ? `1 ${cut(sellSymbol, 42)} = ${sixFigures(formatPrice(sell))} ${cut(buySymbol, 42)}`
    : `1 ${cut(buySymbol, 42)} = ${sixFigures(formatPrice(buy))} ${cut(sellSymbol, 42)}`;
  return [
    `Sold ${about}${sixFigures(order.amountSpent)} ${cut(sellSymbol, 42)}, bought ${about}${sixFigures(order.totalBought)} ${cut(buySymbol, 42)}`,
    `Average price: ${about}${price}`,
  ];
}

function nextLine(order: TwapOrder): string {
  const about = (order.randomize?.timeBps ?? 0) > 0 ? "not before " : "";
  return order.waiting !== undefined
    ? `Next slice: waits since ${utcMinute(order.waiting.sinceMs)}`
    : `Next slice: ${about}${utcMinute(Math.max(plannedPointMs(order, order.pointIndex), order.startAt ?? 0))}`;
}

/** It is edited as it goes on; its first sight has an id of its own: a sending that is made twice shows. */
export async function showOrderCard({ order, notices, before, id }: CardOf): Promise<ShownCard> {
  const told = await textsOf(notices);
  const last = told.length > 0 ? told.map(({ html }) => html).join("\n\n") : (before ?? (await visibleIdLine(id)));
  const { html, keyboard } = renderOrderCard(orderAs("twap", order), last);
  const ids = notices.map((notice) => notice.id);
  return { message: { ids, text: fitHtml(html, MAX_MESSAGE_CHARS), buttons: keyboard.inline_keyboard }, last };
}
