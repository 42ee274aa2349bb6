import type {
  TelegramCallback,
  TelegramMessage,
  TelegramUpdate,
} from "../../schemas/telegram-update.ts";
import { QUOTE_MARK } from "../chat/quote-mark.ts";
import { readOrderButton, SAY_MARK } from "./order-button.ts";
import { readCommand } from "./read-command.ts";
import { readTighter } from "./render-settings.ts";
import type { PressedButton, QuotedText, TelegramRequest } from "./telegram-request.ts";

type Options = {
  botName: string;
  nowMs: number;
};

/**
 * Telegram keeps updates for a day, and an old order is not one of now. Below the hour for which
 * update ids are remembered (claim-update).
 */
const LATE_AFTER_MS = 15 * 60_000;
const PAIRING_CODE = /^[A-Za-z0-9_-]{22}$/;
const DECISION = /^(approve|reject):([A-Za-z0-9_-]{1,55})$/;

/**
 * Reads an update in one pass. Commands and codes come from the sender's own words; freezing is
 * never late.
 */
export function readUpdate(update: TelegramUpdate, options: Options): TelegramRequest {
  switch (update.kind) {
    case "message":
      return readMessage(update.message, options);
    case "callback":
      return readCallback(update.callback, options);
    case "ignored":
      return { kind: "ignored" };
  }
}

function readMessage(message: TelegramMessage, { botName, nowMs }: Options): TelegramRequest {
  const chatId = String(message.chat.id);
  const { words, quoted } = senderWords(message);
  const command = readCommand(words, botName);
  if (command === "other_bot") return { kind: "ignored" };
  if (nowMs - message.date * 1_000 > LATE_AFTER_MS && command?.name !== "freeze")
    return { kind: "late", chatId };
  const isReply = [message.reply_to_message, message.external_reply, message.reply_to_story].some(
    (replied) => replied !== undefined,
  );
  const said = { quoted, ...(isReply && { isReply }), dateSec: message.date };
  if (command === undefined)
    return words === "" && quoted.length === 0
      ? { kind: "ignored" }
      : { kind: "text", chatId, words, ...said };
  if (command.name === "words") return { kind: "text", chatId, words: command.words, ...said };
  if (command.name !== "start") return { kind: "command", chatId, command };
  return {
    kind: "start",
    chatId,
    code: PAIRING_CODE.test(command.argument) ? command.argument : null,
  };
}

function readCallback(
  { id, message, data }: TelegramCallback,
  { botName }: Options,
): TelegramRequest {
  const chatId = String(message.chat.id);
  const pressed = { callbackId: id, messageId: message.message_id };
  if (data.startsWith(SAY_MARK))
    return readWords(data.slice(SAY_MARK.length).trim(), { chatId, botName, pressed });
  const button = readOrderButton(data);
  if (button !== undefined) return { kind: "order", chatId, pressed, button };
  const tighter = readTighter(data);
  if (tighter !== undefined) return { kind: "tighten", chatId, pressed, tighter };
  const found = DECISION.exec(data);
  const operationId = found?.[2];
  if (found === null || operationId === undefined) return { kind: "ignored" };
  return {
    kind: "callback",
    chatId,
    callbackId: id,
    messageId: message.message_id,
    decision: found[1] === "approve" ? "approve" : "reject",
    operationId,
  };
}

function readWords(
  words: string,
  { chatId, botName, pressed }: { chatId: string; botName: string; pressed: PressedButton },
): TelegramRequest {
  const command = readCommand(words, botName);
  if (command === "other_bot" || command?.name === "start") return { kind: "ignored" };
  if (command !== undefined && command.name !== "words")
    return { kind: "command", chatId, command, pressed };
  const said = command === undefined ? words : command.words;
  return said === ""
    ? { kind: "ignored" }
    : { kind: "text", chatId, words: said, quoted: [], pressed };
}

/** The last three are backticks and tildes in plain text (split-quoted.ts). */
const LEAVES: Readonly<Record<string, string>> = {
  blockquote: "\n",
  expandable_blockquote: "\n",
  pre: QUOTE_MARK,
  code: QUOTE_MARK,
  strikethrough: QUOTE_MARK,
};

/**
 * The sender's words and the quoted ones. A quotation leaves a line break, code and crossed-out
 * text a mark, so that no words join. Linear but for sorting 200 entities at most.
 */
export function senderWords(message: TelegramMessage): { words: string; quoted: QuotedText[] } {
  const { text } = message;
  const around = quotedAround(message);
  if (message.forward_origin !== undefined || message.forward_date !== undefined)
    return { words: "", quoted: [{ source: "forwarded", text }, ...around] };
  if (message.via_bot !== undefined)
    return { words: "", quoted: [{ source: "via_bot", text }, ...around] };
  let own = "";
  const blocks: QuotedText[] = [];
  let end = 0;
  for (const quote of setApart(message)) {
    const from = Math.max(end, quote.offset);
    const to = Math.max(from, Math.min(text.length, quote.offset + quote.length));
    own += text.slice(end, from) + LEAVES[quote.type];
    if (to > from) blocks.push({ source: "blockquote", text: text.slice(from, to) });
    end = to;
  }
  own += text.slice(end);
  const isNothing = own.replaceAll(QUOTE_MARK, "").trim() === "";
  return { words: isNothing ? "" : own.trim(), quoted: [...blocks, ...around] };
}

const setApart = ({ entities }: TelegramMessage) =>
  entities.filter(({ type }) => Object.hasOwn(LEAVES, type)).sort((a, b) => a.offset - b.offset);

function quotedAround({ reply_to_message: reply, quote }: TelegramMessage): QuotedText[] {
  const replied = reply?.text ?? reply?.caption;
  return [
    ...(replied === undefined ? [] : [{ source: "reply" as const, text: replied }]),
    ...(quote === undefined ? [] : [{ source: "quote" as const, text: quote.text }]),
  ];
}
