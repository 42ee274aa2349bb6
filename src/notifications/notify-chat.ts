import type { ChannelQueue, ConnectedChannel, Rendered, Sent } from "../kinds/channel.ts";
import type { OutboxItem, ShownMessage } from "../store/outbox/outbox-item.ts";
import type { TakenChat } from "../store/outbox/take-outbox.ts";
import { arrangeNotices, type CardWork, cardsOf, showCard } from "./cards-of.ts";
import type { OutboxDeps } from "./delivery-limits.ts";

/** A delivery to settle (deliver-replies.ts). `requests`: sendings used. */
export type NotifiedChat = Settlement &
  Pick<TakenChat, "chatId" | "operators"> & {
    outcome: Sent;
    requests: number;
    /** The message shown last; null: unknown, undefined: as before. */
    shown: ShownMessage | null | undefined;
    cards: { vault: string; orderId: number; json: string }[];
  };

/** Sends a taken chat its next message. */
export async function notifyChat(
  deps: Pick<OutboxDeps, "clock" | "log">,
  channel: ConnectedChannel,
  { chatId, operators, items, cards }: TakenChat,
  paceMs: number,
): Promise<NotifiedChat> {
  const { works, texts, lapsed } = cardsOf({
    chatId,
    items,
    cards: hasCards(channel) ? cards : [],
  });
  const [work] = works;
  // Alarms, then cards, then the rest: a card is never behind a told text.
  const card =
    work !== undefined && !texts.some(({ later }) => later !== true)
      ? await tellCard(channel, chatId, work)
      : undefined;
  const sent = card ?? (await sendNext(channel, chatId, texts));
  const { outcome } = sent;
  if (outcome.status === "refused")
    deps.log("message_refused", { what: outcome.what, reason: outcome.reason });
  const settlement = afterSend(outcome, sent, items, {
    ...{ nowMs: deps.clock.nowMs(), paceMs, backoff: channel.queue.backoff },
  });
  const delivered = [...settlement.delivered, ...lapsed];
  return {
    ...settlement,
    ...{ delivered, chatId, operators, outcome, requests: sent.requests, cards: sent.cards ?? [] },
    shown: shownBy(sent),
  };
}

/** An edit shows nothing new; without a date the last message is unknown. */
function shownBy({ outcome, requests, button, text, cards }: Told): NotifiedChat["shown"] {
  if (outcome.status === "delivered" && outcome.atSec !== undefined)
    return {
      ...{ atSec: outcome.atSec, text: text?.slice(0, MOST_KEPT) },
      ...(button !== undefined && { button }),
    };
  const isEdit = outcome.status === "delivered" && cards !== undefined;
  return requests === 0 ||
    isEdit ||
    outcome.status === "refused" ||
    outcome.status === "retry_after"
    ? undefined
    : null;
}

const MOST_KEPT = 500;

type Told = {
  ids: string[];
  outcome: Sent;
  requests: number;
  button?: string | undefined;
  text?: string;
  cards?: NotifiedChat["cards"];
};

/** A refused card's slices are told as texts. */
async function tellCard(channel: ConnectedChannel, chatId: string, work: CardWork): Promise<Told> {
  const { outcome, requests, kept } = await showCard(channel, chatId, work);
  const { vault, orderId, items } = work;
  const isAboutContent = outcome.status === "refused" && outcome.what === "content";
  const slices = items.filter(({ card }) => card !== "looks");
  if (isAboutContent && slices.length > 0) {
    const told = await sendNext(channel, chatId, slices);
    return { ...told, requests: requests + told.requests };
  }
  const cards = kept === undefined ? [] : [{ vault, orderId, json: JSON.stringify(kept) }];
  return { ids: items.map(({ id }) => id), outcome, requests, cards };
}

/** After a refused group the first goes alone: an unreadable one ends only itself. */
async function sendNext(
  { show, connection }: ConnectedChannel,
  chatId: string,
  items: readonly OutboxItem[],
): Promise<Told> {
  const [message] = await show(arrangeNotices(items));
  if (message === undefined) return { ids: [], outcome: { status: "delivered" }, requests: 0 };
  const outcome = await connection.send(message, chatId);
  const isAboutContent = outcome.status === "refused" && outcome.what === "content";
  if (!isAboutContent || message.ids.length === 1)
    return {
      ids: message.ids,
      outcome,
      requests: 1,
      button: message.buttons?.[0]?.[0]?.callback_data,
      text: message.text,
    };
  const [alone] = await show(arrangeNotices(items.filter(({ id }) => id === message.ids[0])));
  if (alone === undefined) return { ids: message.ids, outcome, requests: 1 };
  return { ids: alone.ids, outcome: await connection.send(alone, chatId), requests: 2 };
}

const hasCards = ({ card, connection }: ConnectedChannel) =>
  card !== undefined && connection.edit !== undefined;

type Settlement = { delivered: string[]; refused: string[]; failed: string[]; nextMs: number };

/**
 * Settles a sending and dates the chat's next. A chat that takes nothing more ends all it was
 * given; a wait is no failure.
 */
export function afterSend(
  outcome: Sent,
  message: Pick<Rendered, "ids">,
  items: readonly OutboxItem[],
  { nowMs, paceMs, backoff }: { nowMs: number; paceMs: number; backoff: ChannelQueue["backoff"] },
): Settlement {
  const nothing = { delivered: [], refused: [], failed: [], nextMs: nowMs + paceMs };
  switch (outcome.status) {
    case "delivered":
      return { ...nothing, delivered: message.ids };
    case "retry_after":
      return { ...nothing, nextMs: nowMs + Math.max(paceMs, outcome.seconds * 1_000) };
    case "refused":
      return {
        ...nothing,
        refused: outcome.what === "chat" ? items.map(({ id }) => id) : message.ids,
      };
    case "unknown": {
      const tries = items.find(({ id }) => id === message.ids[0])?.tries ?? 0;
      return { ...nothing, failed: message.ids, nextMs: nowMs + backoff.afterMs(tries + 1) };
    }
  }
}
