import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { Deps } from "../deps.ts";
import type { ChatActions } from "./chat-actions.ts";
import type { Pairing } from "./pairing-of.ts";

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
