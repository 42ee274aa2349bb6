import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../schemas/any-order.ts";
import { type OrderCard, orderCard } from "../store/outbox/order-card.ts";
import type { OutboxItem } from "../store/outbox/outbox-item.ts";
import type { TakenChat } from "../store/outbox/take-outbox.ts";

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
