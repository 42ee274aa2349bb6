import type { SendOutcome } from "../notify/messenger.ts";
import { type PlannedMessage, planMessages } from "../notify/plan-messages.ts";
import { renderItem } from "../notify/render-item.ts";
import { settleOutbox } from "../store/scripts/settle-outbox.ts";
import type { TakenChat } from "../store/scripts/take-outbox.ts";
import { afterSend } from "./after-send.ts";
import type { OutboxDeps, Sender } from "./outbox-deps.ts";

/** `left`: how much of these operators is in the outbox still. `nextMs`: when the chat may be written to again. */
export type ChatEnd = { status: SendOutcome["status"]; told: number; dropped: number; left: number; nextMs: number };

/** With the waits of backoffMs these are about a day. */
const MAX_TRIES = 50;

/** Sends a taken chat its next message, and writes down what became of it. */
export async function tellChat(
  deps: OutboxDeps,
  messenger: Sender,
  { chat, leaseUntilMs, paceMs }: { chat: TakenChat; leaseUntilMs: number; paceMs?: number },
): Promise<ChatEnd> {
  const { chatId, operators, items } = chat;
  const texts = await Promise.all(items.map(renderItem));
  const [planned] = planMessages(texts);
  if (planned === undefined) return { status: "delivered", told: 0, dropped: 0, left: 0, nextMs: deps.clock.nowMs() };
  const { message, outcome } = await sendMessage(messenger, chatId, planned, texts);
  if (outcome.status === "refused") deps.log("message_refused", { what: outcome.what, reason: outcome.reason });
  const nowMs = deps.clock.nowMs();
  const settlement = afterSend(outcome, message, items, nowMs, paceMs);
  const settled = await settleOutbox.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    chatId,
    operators,
    leaseUntilMs,
    maxTries: MAX_TRIES,
    ...settlement,
  });
  return { status: outcome.status, ...settled, nextMs: settlement.nextMs };
}

type Sent = { message: PlannedMessage; outcome: SendOutcome };

/** Where several texts together are not taken, the first goes alone: one that Telegram cannot read ends only itself. */
async function sendMessage(
  messenger: Sender,
  chatId: string,
  message: PlannedMessage,
  texts: Parameters<typeof planMessages>[0],
): Promise<Sent> {
  const outcome = await messenger.send(chatId, message.html, message.keyboard);
  const isAboutContent = outcome.status === "refused" && outcome.what === "content";
  const [alone] = planMessages(texts.slice(0, 1));
  if (!isAboutContent || message.ids.length === 1 || alone === undefined) return { message, outcome };
  return { message: alone, outcome: await messenger.send(chatId, alone.html, alone.keyboard) };
}
