import { sanitize } from "../lib/sanitize.ts";
import { type BotApiAnswer, type BotApiOptions, createBotApi } from "./bot-api.ts";
import type { Messenger, SendOutcome } from "./messenger.ts";

/** Of a 400 that speaks about the chat and not about the text (core.telegram.org/bots/api, and the server's own texts). */
const ABOUT_THE_CHAT =
  /chat not found|chat_id is empty|peer_id_invalid|user not found|chat was (deleted|upgraded)|have no rights/i;
/** When 429 comes without its number. */
const DEFAULT_RETRY_AFTER_SEC = 30;
/** core.telegram.org/bots/api#answercallbackquery */
const MAX_TOAST_CHARS = 200;

/**
 * Telegram as the messaging channel. A bot token that is not taken (401, 404) is `unknown`: it says nothing about the
 * message and everything about the deployment.
 *
 * @see https://core.telegram.org/bots/api#sendmessage
 */
export function createTelegramMessenger(options: BotApiOptions): Messenger {
  const api = createBotApi(options);
  const ask = async (method: string, parameters: object) => outcomeOf(await api(method, parameters));
  return {
    send: (chatId, html, keyboard) =>
      ask("sendMessage", {
        chat_id: chatId,
        text: html,
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
        ...(keyboard !== undefined && { reply_markup: keyboard }),
      }),
    answerButton: (callbackId, text) =>
      ask("answerCallbackQuery", { callback_query_id: callbackId, text: text.slice(0, MAX_TOAST_CHARS) }),
    removeKeyboard: (chatId, messageId) =>
      ask("editMessageReplyMarkup", {
        chat_id: chatId,
        message_id: messageId,
        reply_markup: { inline_keyboard: [] },
      }),
  };
}

function outcomeOf(answer: BotApiAnswer): SendOutcome {
  if (answer.ok === "none") return { status: "unknown", reason: answer.reason };
  if (answer.ok) return { status: "delivered" };
  const { error_code: code, description, parameters } = answer;
  const reason = sanitize(`${code} ${description}`, 120);
  if (code === 429) {
    return { status: "retry_after", seconds: Math.ceil(parameters?.retry_after ?? DEFAULT_RETRY_AFTER_SEC) };
  }
  if (code === 403) return { status: "refused", what: "chat", reason };
  if (code === 400) return { status: "refused", what: ABOUT_THE_CHAT.test(description) ? "chat" : "content", reason };
  return { status: "unknown", reason };
}
