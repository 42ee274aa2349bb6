import type { Notification } from "../../schemas/notification.ts";
import { sanitize } from "../lib/sanitize.ts";
import { putReplies } from "../store/outbox/put-replies.ts";
import { settleOutbox } from "../store/outbox/settle-outbox.ts";
import { botOf } from "./bot-of.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { MAX_MESSAGE_CHARS } from "./max-message-chars.ts";
import { operationKeyboard } from "./operation-keyboard.ts";
import { retryReplies } from "./retry-replies.ts";
import { splitHtml } from "./split-html.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";
import { visibleIdLine } from "./visible-id-line.ts";

/** For the line that carries the visible id. */
const ID_LINE_CHARS = 40;

/**
 * In as many messages as it takes. For an operator it is put into the outbox first: what the channel does not take is delivered later, under
 * the same visible id. Sent once at most, without the outbox, to an unpaired chat, while the store is down, and where the operator's outbox
 * is half full.
 */
export async function sendReply({ deps, chatId, updateId, pairing }: ChatScene, answer: ChatAnswer): Promise<void> {
  const parts = splitHtml(answer.html, MAX_MESSAGE_CHARS - ID_LINE_CHARS);
  const idOf = (part: number) => `chat_reply:${updateId}:${part}`;
  const operator = pairing.current?.operator ?? pairing.operators[0];
  const { operationId, buttons } = answer;
  /** Below the last part. */
  const under = (part: number) =>
    part < parts.length - 1
      ? {}
      : operationId !== undefined
        ? { operationId }
        : buttons !== undefined && buttons.length > 0
          ? { buttons }
          : {};
  /** Gives the ids that were taken. */
  const tellOnce = async (): Promise<string[]> => {
    const delivered: string[] = [];
    for (const [part, html] of parts.entries()) {
      const below = under(part);
      const text = `${html}\n${await visibleIdLine(idOf(part))}`;
      const buttons =
        below.operationId !== undefined ? operationKeyboard(below.operationId).inline_keyboard : below.buttons;
      const message = { ids: [idOf(part)], text, ...(buttons !== undefined && { buttons }) };
      const outcome = await botOf(deps)?.connection.send(message, chatId);
      if (outcome?.status !== "delivered") {
        deps.log("reply_not_told", { status: outcome?.status ?? "no channel" });
        break;
      }
      delivered.push(idOf(part));
    }
    return delivered;
  };
  if (operator === undefined) return void (await tellOnce());
  const nowMs = deps.clock.nowMs();
  const items = parts.map((html, part) => {
    const payload = {
      kind: "chat_reply",
      id: idOf(part),
      operator,
      createdAt: nowMs,
      html,
      ...under(part),
    } satisfies Notification;
    // Due before now: what is due is older than the clock that takes it.
    return { id: idOf(part), operator, dueMs: nowMs - 1, payload, to: { channel: TELEGRAM_ID, chatId } };
  });
  try {
    const call = { requestId: `telegram-${updateId}`, nowMs, channel: TELEGRAM_ID, items };
    const { put } = await putReplies.run(deps.redis, deps.keys, call);
    if (put === 0) return void (await tellOnce());
  } catch (error) {
    deps.log("reply_not_kept", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
    return forget(deps, await tellOnce());
  }
  await retryReplies(deps, { operator, round: 0 });
}

/** A store that failed may have kept it: a tick must not deliver again what the chat has taken. */
async function forget(deps: ChatScene["deps"], delivered: string[]): Promise<void> {
  if (delivered.length === 0) return;
  const nowMs = deps.clock.nowMs();
  const nobodys = { channel: TELEGRAM_ID, chats: [], leaseUntilMs: -1, refused: [], failed: [], maxTries: 1 };
  try {
    await settleOutbox.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs, delivered, ...nobodys });
  } catch (error) {
    deps.log("reply_not_forgotten", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
  }
}
