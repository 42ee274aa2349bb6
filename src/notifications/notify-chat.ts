import type { OutboxItem } from "../store/outbox/outbox-item.ts";
import type { TakenChat } from "../store/outbox/take-outbox.ts";
import { afterSend, type Settlement } from "./after-send.ts";
import { arrangeTexts } from "./arrange-texts.ts";
import type { SendOutcome } from "./messenger.ts";
import type { OutboxDeps, Sender } from "./outbox-deps.ts";
import { planMessages } from "./plan-messages.ts";

/** What became of a chat's message, to be written down (settle-chats.ts). `requests`: sendings that it took. */
export type NotifiedChat = Settlement &
  Pick<TakenChat, "chatId" | "operators"> & { outcome: SendOutcome; requests: number };

/** Sends a taken chat its next message. */
export async function notifyChat(
  deps: Pick<OutboxDeps, "clock" | "log">,
  messenger: Sender,
  { chatId, operators, items }: TakenChat,
  paceMs?: number,
): Promise<NotifiedChat> {
  const sent = await sendNext(messenger, chatId, items);
  const { outcome } = sent;
  if (outcome.status === "refused") deps.log("message_refused", { what: outcome.what, reason: outcome.reason });
  const settlement = afterSend(outcome, sent, items, deps.clock.nowMs(), paceMs);
  return { ...settlement, chatId, operators, outcome, requests: sent.requests };
}

type Sent = { ids: string[]; outcome: SendOutcome; requests: number };

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
