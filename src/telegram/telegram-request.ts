import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { Deps } from "../deps.ts";
import type { ChatActions } from "./chat-actions.ts";
import type { OrderButton } from "./order-button.ts";
import type { Pairing } from "./pairing-of.ts";
import type { Tighter } from "./render-settings.ts";

/** Data, never an instruction. */
export type QuotedText = { source: "forwarded" | "via_bot" | "reply" | "quote" | "blockquote"; text: string };

/** `argument` is the rest of the message, trimmed. `orderId` null: none, or neither a single plain number nor "all". */
export type TelegramCommand =
  | { name: PlainCommand; argument: string }
  | { name: OrderAction; orderId: number | "all" | null }
  | { name: "unknown" };

export type PlainCommand =
  | "orders"
  | "positions"
  | "mode"
  | "settings"
  | "freeze"
  | "vault"
  | "help"
  | "status"
  | "balance"
  | "quote"
  | "history"
  | "pnl";
export type OrderAction = "pause" | "resume" | "cancel";

/** The button that stands for what its operator could have written. */
export type PressedButton = { callbackId: string; messageId: number };

/** `chatId` is a private chat's, so its user's id as well. */
export type TelegramRequest =
  | { kind: "ignored" }
  /** Written too long ago to be acted on: the answer says so. */
  | { kind: "late"; chatId: string }
  /** null: no code, or nothing that could be one. */
  | { kind: "start"; chatId: string; code: string | null }
  | { kind: "command"; chatId: string; command: TelegramCommand; pressed?: PressedButton }
  /**
   * `words`: the operator's own; empty when all of the message is quoted. `isReply`: to whatever.
   * `dateSec`: when it was written, by Telegram.
   */
  | {
      kind: "text";
      chatId: string;
      words: string;
      quoted: QuotedText[];
      isReply?: boolean;
      dateSec?: number;
      pressed?: PressedButton;
    }
  /** A button that lets less through. */
  | { kind: "tighten"; chatId: string; pressed: PressedButton; tighter: Tighter }
  /** A button under an order, whichever vault the chat's words are about by then. */
  | { kind: "order"; chatId: string; pressed: PressedButton; button: OrderButton }
  | {
      kind: "callback";
      chatId: string;
      callbackId: string;
      messageId: number;
      decision: "approve" | "reject";
      operationId: string;
    };

/** What one request of a chat is answered from. */
export type ChatScene = {
  deps: Deps;
  requestId: string;
  updateId: number;
  chatId: string;
  pairing: Pairing;
  actions: ChatActions;
};

/** In Telegram's HTML of any length. With `operationId` it carries that operation's buttons, else `buttons`. */
export type ChatAnswer = { html: string; operationId?: string; buttons?: ChatButtons };
