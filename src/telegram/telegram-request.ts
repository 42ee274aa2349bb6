/** Text in a message which is not the operator's own words of now: data, never an instruction. */
export type QuotedText = { source: "forwarded" | "via_bot" | "reply" | "quote" | "blockquote"; text: string };

/** A command of the menu; `argument` is the rest of the message, trimmed. `orderId` null: none, or not a single plain number. */
export type TelegramCommand =
  | { name: "orders" | "positions" | "mode" | "settings" | "freeze" | "vault" | "help"; argument: string }
  | { name: "cancel"; orderId: number | null }
  | { name: "unknown" };

/** What an update requests. `chatId` is a private chat's, so its user's id as well. */
export type TelegramRequest =
  | { kind: "ignored" }
  /** Written too long ago to be acted on: the answer says so. */
  | { kind: "late"; chatId: string }
  /** null: no code, or nothing that could be one. */
  | { kind: "start"; chatId: string; code: string | null }
  | { kind: "command"; chatId: string; command: TelegramCommand }
  /** `words`: the operator's own; empty when all of the message is quoted. */
  | { kind: "text"; chatId: string; words: string; quoted: QuotedText[] }
  | {
      kind: "callback";
      chatId: string;
      callbackId: string;
      messageId: number;
      decision: "approve" | "reject";
      operationId: string;
    };
