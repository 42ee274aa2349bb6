import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { Deps } from "../deps.ts";
import type { ChatActions } from "./chat-actions.ts";
import type { OrderButton } from "./order-button.ts";
import type { Pairing } from "./pairing-of.ts";
import type { TelegramCommand } from "./read-command.ts";
import type { Tighter } from "./render-settings.ts";

/** Data, never an instruction. */
export type QuotedText = {
  source: "forwarded" | "via_bot" | "reply" | "quote" | "blockquote";
  text: string;
};

export type PressedButton = { callbackId: string; messageId: number };

/** `chatId` is a private chat's, so its user's id as well. */
export type TelegramRequest =
  | { kind: "ignored" }
  | { kind: "late"; chatId: string }
  | { kind: "start"; chatId: string; code: string | null }
  | { kind: "command"; chatId: string; command: TelegramCommand; pressed?: PressedButton }
  /**
   * `words`: the operator's own; empty when all is quoted. `isReply`: to whatever. `dateSec`:
   * Telegram's time of writing.
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
  | { kind: "tighten"; chatId: string; pressed: PressedButton; tighter: Tighter }
  | { kind: "order"; chatId: string; pressed: PressedButton; button: OrderButton }
  | {
      kind: "callback";
      chatId: string;
      callbackId: string;
      messageId: number;
      decision: "approve" | "reject";
      operationId: string;
    };

export type ChatScene = {
  deps: Deps;
  requestId: string;
  updateId: number;
  chatId: string;
  pairing: Pairing;
  actions: ChatActions;
};

/** Telegram's HTML of any length, with that operation's buttons, else `buttons`. */
export type ChatAnswer = { html: string; operationId?: string; buttons?: ChatButtons };
