import type { ConnectedChannel, Sent } from "../kinds/channel.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import type { OrderCard } from "../store/outbox/order-card.ts";
import { arrangeNotices } from "./arrange-notices.ts";
import type { CardWork } from "./cards-of.ts";

/** `kept`: the card as it is from here on, where the channel has answered that it is. */
export type CardEnd = { outcome: Sent; requests: number; kept: OrderCard | undefined };

/**
 * Edits it, sends one where there is none or it is gone, and asks nothing of the channel where it shows all of it. Twice does what once
 * does, but where the answer to a first sending is lost: then there are two, under the same visible ids, and the second goes on.
 */
export async function showCard(channel: ConnectedChannel, chatId: string, work: CardWork): Promise<CardEnd> {
  const { order, card, items } = work;
  const { connection } = channel;
  const notices = arrangeNotices(items.filter((item) => item.card !== "looks"));
  const id = items[0]?.id ?? "";
  const show = await channel.card?.({ order, notices, before: card?.last, id });
  if (show === undefined) return { outcome: { status: "delivered" }, requests: 0, kept: undefined };
  const { message, last } = show;
  const shown = await sha256Hex(JSON.stringify([message.text, message.buttons]));
  if (card?.shown === shown) return { outcome: { status: "delivered" }, requests: 0, kept: undefined };
  const kept = (messageId: string): OrderCard => ({ chatId, messageId, shown, last });
  let requests = 0;
  if (card !== undefined && connection.edit !== undefined) {
    requests += 1;
    const edited = await connection.edit(card.messageId, message, chatId);
    const isGone = edited.status === "refused" && edited.what === "message";
    if (!isGone)
      return { outcome: edited, requests, kept: edited.status === "delivered" ? kept(card.messageId) : undefined };
  }
  const sent = await connection.send(message, chatId);
  const messageId = sent.status === "delivered" ? sent.messageId : undefined;
  return { outcome: sent, requests: requests + 1, kept: messageId === undefined ? undefined : kept(messageId) };
}
