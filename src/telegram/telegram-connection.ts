import type { Connection, Rendered, Sent } from "../kinds/channel.ts";
import type { InlineKeyboard } from "./order-button.ts";
import type { Messenger, SendOutcome } from "./telegram-messenger.ts";

/** The Bot API as a connection; without `edit` there are no cards. */
export function telegramConnection(messenger: Messenger): Connection {
  const { edit, typing } = messenger;
  return {
    send: async (message, chatId) =>
      sentOf(await messenger.send(chatId, message.text, keyboardOf(message))),
    ...(edit !== undefined && {
      edit: async (messageId, message, chatId) =>
        sentOf(await edit(chatId, Number(messageId), message.text, keyboardOf(message))),
    }),
    talk: {
      ...(typing !== undefined && { typing: async (chatId) => sentOf(await typing(chatId)) }),
      answerButton: async (callbackId, text) =>
        sentOf(await messenger.answerButton(callbackId, text)),
      removeButtons: async (chatId, messageId) =>
        sentOf(await messenger.removeKeyboard(chatId, Number(messageId))),
    },
  };
}

const keyboardOf = ({ buttons }: Rendered): InlineKeyboard | undefined =>
  buttons && { inline_keyboard: buttons };

const sentOf = (outcome: SendOutcome): Sent =>
  outcome.status !== "delivered"
    ? outcome
    : {
        status: "delivered",
        ...(outcome.messageId !== undefined && { messageId: String(outcome.messageId) }),
        ...(outcome.atSec !== undefined && { atSec: outcome.atSec }),
      };

/** In keys and records too. */
export const TELEGRAM_ID = "telegram";
