import type { Sent } from "../kinds/channel.ts";
import type { InlineKeyboard } from "./operation-keyboard.ts";

/** Telegram's ids of messages are numbers; `messageId` and `atSec` are of a message that was sent. */
export type SendOutcome =
  | Exclude<Sent, { status: "delivered" }>
  | { status: "delivered"; messageId?: number; atSec?: number };

/** One call is one request: nothing is repeated inside, and nothing is thrown. */
export type Messenger = {
  /** `html`: at most 4,096 characters of Telegram's HTML. */
  send(chatId: string, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** What the message shows already is delivered. */
  edit?(chatId: string, messageId: number, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** For five seconds, or until a message comes. */
  typing?(chatId: string): Promise<SendOutcome>;
  /** `text` (at most 200 characters) is shown for a moment. */
  answerButton(callbackId: string, text: string): Promise<SendOutcome>;
  /** Takes the buttons of a message away. */
  removeKeyboard(chatId: string, messageId: number): Promise<SendOutcome>;
};
