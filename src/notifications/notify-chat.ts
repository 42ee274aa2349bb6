import { NOTIFIED_LATER } from "../../schemas/notified-later.ts";
import type { OutboxItem } from "../store/outbox/outbox-item.ts";
import type { TakenChat } from "../store/outbox/take-outbox.ts";
import { planMessages } from "../telegram/plan-messages.ts";
import { afterSend, type Settlement } from "./after-send.ts";
import { arrangeTexts } from "./arrange-texts.ts";
import { type CardWork, cardsOf } from "./cards-of.ts";
import type { SendOutcome } from "./messenger.ts";
import type { OutboxDeps, Sender } from "./outbox-deps.ts";
import { readPayload } from "./read-payload.ts";
import { showCard } from "./show-card.ts";

/** What became of a chat's message, to be written down (settle-chats.ts). `requests`: sendings that it took. */
export type NotifiedChat = Settlement &
  Pick<TakenChat, "chatId" | "operators"> & {
    outcome: SendOutcome;
    requests: number;
    /** Cards to be remembered, as settle-outbox.ts takes them. */
    cards: { vault: string; orderId: number; json: string }[];
  };

/** Sends a taken chat its next message. */
export async function notifyChat(
  deps: Pick<OutboxDeps, "clock" | "log">,
  messenger: Sender,
  { chatId, operators, items, cards }: TakenChat,
  paceMs?: number,
): Promise<NotifiedChat> {
  const { works, texts, lapsed } = cardsOf({ chatId, items, cards: messenger.edit === undefined ? [] : cards });
  const [work] = works;
  // Alarms are told before cards, cards before the rest: a card is behind nothing that was told.
  const card = work !== undefined && !texts.some(isFirst) ? await tellCard(messenger, chatId, work) : undefined;
  const sent = card ?? (await sendNext(messenger, chatId, texts));
  const { outcome } = sent;
  if (outcome.status === "refused") deps.log("message_refused", { what: outcome.what, reason: outcome.reason });
  const settlement = afterSend(outcome, sent, items, deps.clock.nowMs(), paceMs);
  const delivered = [...settlement.delivered, ...lapsed];
  return { ...settlement, delivered, chatId, operators, outcome, requests: sent.requests, cards: sent.cards ?? [] };
}

type Sent = { ids: string[]; outcome: SendOutcome; requests: number; cards?: NotifiedChat["cards"] };

const isFirst = ({ payload }: OutboxItem): boolean => !NOTIFIED_LATER.includes(readPayload(payload)?.kind ?? "");

/** A card that the channel does not take as it is: its slices are told as texts, and nothing of them is lost. */
async function tellCard(messenger: Sender, chatId: string, work: CardWork): Promise<Sent> {
  const { outcome, requests, kept } = await showCard(messenger, chatId, work);
  const { vault, orderId, items } = work;
  const isAboutContent = outcome.status === "refused" && outcome.what === "content";
  const slices = items.filter(({ kind }) => kind !== "order_card");
  if (isAboutContent && slices.length > 0) {
    const sent = await sendNext(messenger, chatId, slices);
    return { ...sent, requests: requests + sent.requests };
  }
  const cards = kept === undefined ? [] : [{ vault, orderId, json: JSON.stringify(kept) }];
  return { ids: items.map(({ id }) => id), outcome, requests, cards };
}

/** Where several notifications together are not taken, the first goes alone: one that Telegram cannot read ends only itself. */
async function sendNext(messenger: Sender, chatId: string, items: readonly OutboxItem[]): Promise<Sent> {
  const [message] = planMessages(await arrangeTexts(items));
  if (message === undefined) return { ids: [], outcome: { status: "delivered" }, requests: 0 };
  const outcome = await messenger.send(chatId, message.html, message.keyboard);
  const isAboutContent = outcome.status === "refused" && outcome.what === "content";
  if (!isAboutContent || message.ids.length === 1) return { ids: message.ids, outcome, requests: 1 };
  const [alone] = planMessages(await arrangeTexts(items.filter(({ id }) => id === message.ids[0])));
  if (alone === undefined) return { ids: message.ids, outcome, requests: 1 };
  return { ids: alone.ids, outcome: await messenger.send(chatId, alone.html, alone.keyboard), requests: 2 };
}
