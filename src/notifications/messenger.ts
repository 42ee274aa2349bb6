import type { InlineKeyboard } from "../telegram/operation-keyboard.ts";

/**
 * What is known after one sending. `unknown`: no answer, or one that says nothing about the message, which may be there:
 * it is sent again later under the same visible id. `refused` is for good: `chat` when nothing reaches this chat any more
 * (blocked, gone), `content` when this text is not taken, `message` when the message to be changed is gone. Reasons are short text for the log.
 */
export type SendOutcome =
  | { status: "delivered" /** Of a message that was sent. */; messageId?: number }
  | { status: "retry_after"; seconds: number }
  | { status: "refused"; what: "chat" | "content" | "message"; reason: string }
  | { status: "unknown"; reason: string };

/** The messaging channel. One call is one request: nothing is repeated inside, and nothing is thrown. */
export type Messenger = {
  /** `html`: at most 4,096 characters of Telegram's HTML. */
  send(chatId: string, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** Gives a message another text and other buttons. What it shows already is delivered. A channel without it is sent texts only. */
  edit?(chatId: string, messageId: number, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** Shows for five seconds, or until a message comes, that an answer is being written. */
  typing?(chatId: string): Promise<SendOutcome>;
  /** Ends the waiting that a pressed button shows; `text` (at most 200 characters) is shown for a moment. */
  answerButton(callbackId: string, text: string): Promise<SendOutcome>;
  /** Takes the buttons of a message away. */
  removeKeyboard(chatId: string, messageId: number): Promise<SendOutcome>;
};
