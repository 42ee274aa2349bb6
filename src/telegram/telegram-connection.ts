import type { Connection, Rendered, Sent } from "../kinds/channel.ts";
import type { Messenger, SendOutcome } from "./messenger.ts";
import type { InlineKeyboard } from "./operation-keyboard.ts";

/** The Bot API as a connection: one that cannot edit has no cards. */
export function telegramConnection(messenger: Messenger): Connection {
  const { edit, typing } = messenger;
  return {
    send: async (message, chatId) => sentOf(await messenger.send(chatId, message.text, keyboardOf(message))),
    ...(edit !== undefined && {
      edit: async (messageId, message, chatId) =>
        sentOf(await edit(chatId, Number(messageId), message.text, keyboardOf(message))),
    }),
    talk: {
      ...(typing !== undefined && { typing: async (chatId) => sentOf(await typing(chatId)) }),
      answerButton: async (callbackId, text) => sentOf(await messenger.answerButton(callbackId, text)),
      removeButtons: async (chatId, messageId) => sentOf(await messenger.removeKeyboard(chatId, Number(messageId))),
    },
  };
}

const keyboardOf = ({ buttons }: Rendered): InlineKeyboard | undefined => buttons && { inline_keyboard: buttons };

const sentOf = (outcome: SendOutcome): Sent =>
  outcome.status !== "delivered"
    ? outcome
    : {
        status: "delivered",
        ...(outcome.messageId !== undefined && { messageId: String(outcome.messageId) }),
        ...(outcome.atSec !== undefined && { atSec: outcome.atSec }),
      };
