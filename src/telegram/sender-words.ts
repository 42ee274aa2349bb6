import type { TelegramMessage } from "../../schemas/telegram-update.ts";
import { QUOTE_MARK } from "../chat/quote-mark.ts";
import type { QuotedText } from "./telegram-request.ts";

/** The last three are what backticks and tildes are in plain text (split-quoted.ts). */
const LEAVES: Readonly<Record<string, string>> = {
  blockquote: "\n",
  expandable_blockquote: "\n",
  pre: QUOTE_MARK,
  code: QUOTE_MARK,
  strikethrough: QUOTE_MARK,
};

/**
 * And what the message quotes: a forwarded text and one that another bot wrote whole. A quotation leaves a line break behind, so that the
 * words around it never join; code and crossed-out text a mark with which no sentence is whole. Linear but for sorting at most 200 entities.
 */
export function senderWords(message: TelegramMessage): { words: string; quoted: QuotedText[] } {
  const { text } = message;
  const around = quotedAround(message);
  if (message.forward_origin !== undefined || message.forward_date !== undefined)
    return { words: "", quoted: [{ source: "forwarded", text }, ...around] };
  if (message.via_bot !== undefined) return { words: "", quoted: [{ source: "via_bot", text }, ...around] };
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
