import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../schemas/any-order.ts";
import { type Notification, notification } from "../../schemas/notification.ts";
import type { ConnectedChannel, Notice, Sent } from "../kinds/channel.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { type OrderCard, type OutboxItem, orderCard } from "../store/outbox/outbox-item.ts";
import type { TakenChat } from "../store/outbox/take-outbox.ts";

/** A card's order now, and the notifications that it tells. */
export type CardWork = {
  vault: string;
  orderId: number;
  order: AnyOrder;
  card: OrderCard | undefined;
  items: OutboxItem[];
};

/** `opens`: the order was just made, so the card begins. */
const cardMark = z.object({ vault: z.string(), orderId: z.int(), opens: z.boolean().optional() });

/**
 * Sorts notifications by card. `lapsed`: marks without a card, or with an unreadable order; a slice
 * of such an order is told as text.
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
    const work =
      of === undefined ? undefined : works.get(`${of.vault.toLowerCase()}:${of.orderId}`);
    if (isMark && (work === undefined || (work.card === undefined && of?.opens !== true)))
      lapsed.push(item.id);
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

type CardEnd = { outcome: Sent; requests: number; kept: OrderCard | undefined };

/**
 * Edits a card, sends it where missing or gone, and asks nothing where it is current. Repeats are
 * harmless, but a lost answer to a first sending makes two, with the same visible ids; the second
 * goes on.
 */
export async function showCard(
  channel: ConnectedChannel,
  chatId: string,
  work: CardWork,
): Promise<CardEnd> {
  const { order, card, items } = work;
  const { connection } = channel;
  const notices = arrangeNotices(items.filter((item) => item.card !== "looks"));
  const id = items[0]?.id ?? "";
  const show = await channel.card?.({ order, notices, before: card?.last, id });
  if (show === undefined) return { outcome: { status: "delivered" }, requests: 0, kept: undefined };
  const { message, last } = show;
  const shown = await sha256Hex(JSON.stringify([message.text, message.buttons]));
  if (card?.shown === shown)
    return { outcome: { status: "delivered" }, requests: 0, kept: undefined };
  const kept = (messageId: string): OrderCard => ({ chatId, messageId, shown, last });
  let requests = 0;
  if (card !== undefined && connection.edit !== undefined) {
    requests += 1;
    const edited = await connection.edit(card.messageId, message, chatId);
    const isGone = edited.status === "refused" && edited.what === "message";
    if (!isGone)
      return {
        outcome: edited,
        requests,
        kept: edited.status === "delivered" ? kept(card.messageId) : undefined,
      };
  }
  const sent = await connection.send(message, chatId);
  const messageId = sent.status === "delivered" ? sent.messageId : undefined;
  return {
    outcome: sent,
    requests: requests + 1,
    kept: messageId === undefined ? undefined : kept(messageId),
  };
}

/** Alarms and answers first, each behind its order's earlier notices; then each order's course. */
export function arrangeNotices(
  items: readonly Pick<OutboxItem, "id" | "payload" | "later">[],
): Notice[] {
  const notices = items.map(noticeOf);
  let later = notices.filter((notice) => notice.later);
  const arranged: Notice[] = [];
  for (const first of notices.filter((notice) => !notice.later)) {
    const before = later.filter((notice) => isBefore(notice, first));
    later = later.filter((notice) => !before.includes(notice));
    arranged.push(...before, first);
  }
  return [...arranged, ...[...Map.groupBy(later, ({ about }) => about).values()].flat()];
}

function noticeOf({ id, payload, later }: Pick<OutboxItem, "id" | "payload" | "later">): Notice {
  const shown = readPayload(payload);
  const isOfOrder = shown !== undefined && "orderId" in shown;
  const about = isOfOrder ? `${shown.chainId}:${shown.vault}:${shown.orderId}` : id;
  return { id, later: later === true, about, shown };
}

const isBefore = (one: Notice, first: Notice) =>
  one.about === first.about && (one.shown?.createdAt ?? 0) <= (first.shown?.createdAt ?? 0);

/** undefined: not readable by this version. */
export function readPayload(payload: string): Notification | undefined {
  try {
    return notification.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
