import { CHAT_LIMITS } from "../../schemas/chat.ts";
import type { QuotedText } from "./telegram-request.ts";

/**
 * The operator's words as they are, and below them the quoted text, every line marked (src/chat/split-quoted.ts reads the mark). undefined:
 * more words than a message may have.
 */
export function turnText(words: string, quoted: readonly QuotedText[]): string | undefined {
  const max = CHAT_LIMITS.messageChars;
  if (words.length > max) return undefined;
  const lines = quoted.flatMap(({ text }) => text.split(/\r\n|\n|\r/));
  let whole = words;
  for (const line of lines) {
    const next = `${whole}\n> ${line}`;
    if (next.length > max) break;
    whole = next;
  }
  return whole;
}
