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

const STATES: Record<TwapOrder["status"], readonly [icon: string, words: string]> = {
  active: ["▶️", "running"],
  pending_confirmation: ["▶️", "running, a slice awaits its confirmation"],
  paused: ["⏸", "paused"],
  auto_paused: ["⏸", "paused after failures"],
  completed: ["🏁", "completed"],
  cancelled: ["🚫", "cancelled"],
  expired: ["⌛", "expired"],
};

/**
 * Progress, average price, next slice and `last`, the newest texts. Totals are the order's, so the
 * newest rendering holds.
 */
function renderOrderCard(
  order: TwapOrder,
  last: string,
): { html: string; keyboard: InlineKeyboard } {
  const { id, status, sliceCount, slicesExecuted, chainId, vaultAddress } = order;
  const [icon, words] = STATES[status];
  const behind = slicesBehind(order);
  const isRunning = status === "active" || status === "pending_confirmation";
  const isPaused = status === "paused" || status === "auto_paused";
  const of = { chainId, vault: vaultAddress, orderId: id };
  const html = [
    `${icon} <b>TWAP #${id}</b> ${cut(directionText(order), 200)}`,
    `${progressBar(behind, sliceCount)} ${slicesExecuted}/${sliceCount}, ${words}`,
    ...averageLines(order),
    ...(isRunning && behind < sliceCount ? [nextLine(order)] : []),
    ...(last === "" ? [] : ["", last]),
  ].join("\n");
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
  const sell = {
    inBase: spent,
    inDecimals: sellDecimals,
    outBase: bought,
    outDecimals: buyDecimals,
  };
  const buy = {
    inBase: bought,
    inDecimals: buyDecimals,
    outBase: spent,
    outDecimals: sellDecimals,
  };
  // Quotes the direction without a fraction: a dollar has no price in coins.
  const isSell = spent * 10n ** BigInt(buyDecimals) <= bought * 10n ** BigInt(sellDecimals);
  const price = isSell
    ? `1 ${cut(sellSymbol, 42)} = ${sixFigures(formatPrice(sell))} ${cut(buySymbol, 42)}`
    : `1 ${cut(buySymbol, 42)} = ${sixFigures(formatPrice(buy))} ${cut(sellSymbol, 42)}`;
  return [
    `Sold ${about}${sixFigures(order.amountSpent)} ${cut(sellSymbol, 42)}, bought ` +
      `${about}${sixFigures(order.totalBought)} ${cut(buySymbol, 42)}`,
    `Average price: ${about}${price}`,
  ];
}

function nextLine(order: TwapOrder): string {
  const about = (order.randomize?.timeBps ?? 0) > 0 ? "not before " : "";
  return order.waiting !== undefined
    ? `Next slice: waits since ${utcMinute(order.waiting.sinceMs)}`
    : "Next slice: " +
        `${about}${utcMinute(Math.max(plannedPointMs(order, order.pointIndex), order.startAt ?? 0))}`;
}

/**
 * A card for an order, edited as it goes on. The first has an id of its own, so that a repeated
 * sending shows.
 */
export async function showOrderCard({ order, notices, before, id }: CardOf): Promise<ShownCard> {
  const told = await textsOf(notices);
  const last =
    told.length > 0
      ? told.map(({ html }) => html).join("\n\n")
      : (before ?? (await visibleIdLine(id)));
  const { html, keyboard } = renderOrderCard(orderAs("twap", order), last);
  const ids = notices.map((notice) => notice.id);
  return {
    message: { ids, text: fitHtml(html, MAX_MESSAGE_CHARS), buttons: keyboard.inline_keyboard },
    last,
  };
}
