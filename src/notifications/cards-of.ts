import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../schemas/any-order.ts";
import type { ConnectedChannel, Sent } from "../kinds/channel.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { type OrderCard, type OutboxItem, orderCard } from "../store/outbox/outbox-item.ts";
import type { TakenChat } from "../store/outbox/take-outbox.ts";
import { arrangeNotices } from "./arrange-notices.ts";

/** What one card is to show: its order now, and the notifications that are told by it. */
export type CardWork = {
  vault: string;
  orderId: number;
  order: AnyOrder;
  /** Where the chat has one. */
  card: OrderCard | undefined;
  items: OutboxItem[];
};

/** `opens` where the order was just made, so that there is a card from then on. */
const cardMark = z.object({ vault: z.string(), orderId: z.int(), opens: z.boolean().optional() });

/**
 * Those for each card apart. `lapsed`: a card that there is none of, or whose order cannot be read any more. A slice whose order cannot be
 * read is told as a text.
 */
export function cardsOf({ chatId, items, cards }: Pick<TakenChat, "chatId" | "items" | "cards">) {
  const works = new Map<string, CardWork>();
  for (const { vault, orderId, ...kept } of cards) {
    const order = parsed(kept.order, anyOrder);
    const card = parsed(kept.card, orderCard);
    if (order === undefined) continue;
    const own = card?.chatId === chatId ? card : undefined;
    works.set(`${vault}:${orderId}`, { vault, orderId, order, card: own, items: [] });
  }
  const texts: OutboxItem[] = [];
  const lapsed: string[] = [];
  for (const item of items) {
    const isMark = item.card === "looks";
    const of = isMark || item.card === "tells" ? parsed(item.payload, cardMark) : undefined;
    const work = of === undefined ? undefined : works.get(`${of.vault.toLowerCase()}:${of.orderId}`);
    if (isMark && (work === undefined || (work.card === undefined && of?.opens !== true))) lapsed.push(item.id);
    else if (work !== undefined) work.items.push(item);
    else texts.push(item);
  }
  return { works: [...works.values()].filter((work) => work.items.length > 0), texts, lapsed };
}

function parsed<T>(
  text: string | null,
  schema: { safeParse(value: unknown): { data?: T | undefined } },
): T | undefined {
  if (text === null) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** `kept`: the card as it is from here on, where the channel has answered that it is. */
type CardEnd = { outcome: Sent; requests: number; kept: OrderCard | undefined };

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
