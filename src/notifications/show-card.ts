import { sha256Hex } from "../lib/sha256-hex.ts";
import type { OrderCard } from "../store/outbox/order-card.ts";
import { fitHtml } from "../telegram/fit-html.ts";
import { MAX_MESSAGE_CHARS } from "../telegram/max-message-chars.ts";
import { renderOrderCard } from "../telegram/render-order-card.ts";
import { visibleIdLine } from "../telegram/visible-id-line.ts";
import { arrangeTexts } from "./arrange-texts.ts";
import type { CardWork } from "./cards-of.ts";
import type { SendOutcome } from "./messenger.ts";
import type { Sender } from "./outbox-deps.ts";

/** `kept`: the card as it is from here on, where the channel has answered that it is. */
export type ShownCard = { outcome: SendOutcome; requests: number; kept: OrderCard | undefined };

/**
 * Brings an order's card up to date: edits it, sends one where there is none or it is gone, and asks nothing of the channel where it shows
 * all of it. Twice does what once does, but where the answer to a first sending is lost: then there are two, under the same visible ids,
 * and the second is the one that goes on.
 */
export async function showCard(messenger: Sender, chatId: string, work: CardWork): Promise<ShownCard> {
  const { order, card, items } = work;
  const told = await arrangeTexts(items.filter(({ kind }) => kind !== "order_card"));
  // The first sight of an order has an id of its own: a sending that is made twice shows.
  const [mark] = items;
  const first = card === undefined && mark !== undefined ? await visibleIdLine(mark.id) : "";
  const last = told.length > 0 ? told.map(({ html }) => html).join("\n\n") : (card?.last ?? first);
  const { html: whole, keyboard } = renderOrderCard(order, last);
  const html = fitHtml(whole, MAX_MESSAGE_CHARS);
  const shown = await sha256Hex(JSON.stringify([html, keyboard]));
  const kept = (messageId: number): OrderCard => ({ chatId, messageId, shown, last });
  if (card?.shown === shown) return { outcome: { status: "delivered" }, requests: 0, kept: undefined };
  let requests = 0;
  if (card !== undefined && messenger.edit !== undefined) {
    requests += 1;
    const edited = await messenger.edit(chatId, card.messageId, html, keyboard);
    const isGone = edited.status === "refused" && edited.what === "message";
    if (!isGone)
      return { outcome: edited, requests, kept: edited.status === "delivered" ? kept(card.messageId) : undefined };
  }
  const sent = await messenger.send(chatId, html, keyboard);
  const messageId = sent.status === "delivered" ? sent.messageId : undefined;
  return { outcome: sent, requests: requests + 1, kept: messageId === undefined ? undefined : kept(messageId) };
}
