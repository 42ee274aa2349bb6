import type { Sent } from "../kinds/channel.ts";
import type { InlineKeyboard } from "./operation-keyboard.ts";

/** What is known after one sending; Telegram's ids of messages are numbers. */
export type SendOutcome =
  | Exclude<Sent, { status: "delivered" }>
  | { status: "delivered" /** Of a message that was sent. */; messageId?: number; atSec?: number };

/** What is asked of the Bot API. One call is one request: nothing is repeated inside, and nothing is thrown. */
export type Messenger = {
  /** `html`: at most 4,096 characters of Telegram's HTML. */
  send(chatId: string, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** Gives a message another text and other buttons. What it shows already is delivered. */
  edit?(chatId: string, messageId: number, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** Shows for five seconds, or until a message comes, that an answer is being written. */
  typing?(chatId: string): Promise<SendOutcome>;
  /** Ends the waiting that a pressed button shows; `text` (at most 200 characters) is shown for a moment. */
  answerButton(callbackId: string, text: string): Promise<SendOutcome>;
  /** Takes the buttons of a message away. */
  removeKeyboard(chatId: string, messageId: number): Promise<SendOutcome>;
};
