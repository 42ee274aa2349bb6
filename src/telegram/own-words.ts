import type { TelegramMessage } from "../../schemas/telegram-update.ts";
import type { QuotedText } from "./telegram-request.ts";

const QUOTES: readonly string[] = ["blockquote", "expandable_blockquote"];

/**
 * Takes a message apart into what its sender wrote himself, now, and what is only quoted in it. A forwarded text is quoted
 * whole, whoever wrote it; so is one that another bot wrote for the sender. Quoted pieces leave a line break behind, so that
 * the words around them never join. Linear in the text but for sorting its at most 200 entities.
 */
export function ownWords(message: TelegramMessage): { words: string; quoted: QuotedText[] } {
  const { text } = message;
  const around = quotedAround(message);
  if (message.forward_origin !== undefined || message.forward_date !== undefined)
    return { words: "", quoted: [{ source: "forwarded", text }, ...around] };
  if (message.via_bot !== undefined) return { words: "", quoted: [{ source: "via_bot", text }, ...around] };
  const own: string[] = [];
  const blocks: QuotedText[] = [];
  let end = 0;
  for (const quote of blockquotes(message)) {
    const from = Math.max(end, quote.offset);
    const to = Math.max(from, Math.min(text.length, quote.offset + quote.length));
    own.push(text.slice(end, from));
    if (to > from) blocks.push({ source: "blockquote", text: text.slice(from, to) });
    end = to;
  }
  own.push(text.slice(end));
  return { words: own.join("\n").trim(), quoted: [...blocks, ...around] };
}

const blockquotes = ({ entities }: TelegramMessage) =>
  entities.filter(({ type }) => QUOTES.includes(type)).sort((a, b) => a.offset - b.offset);

function quotedAround({ reply_to_message: reply, quote }: TelegramMessage): QuotedText[] {
  const replied = reply?.text ?? reply?.caption;
  return [
    ...(replied === undefined ? [] : [{ source: "reply" as const, text: replied }]),
    ...(quote === undefined ? [] : [{ source: "quote" as const, text: quote.text }]),
  ];
}
