import { fitHtml } from "./fit-html.ts";
import { MAX_MESSAGE_CHARS } from "./max-message-chars.ts";
import type { InlineKeyboard } from "./operation-keyboard.ts";

/** `html` is whole, its tags closed. */
export type ChatText = { ids: string[]; html: string; keyboard?: InlineKeyboard };
/** One message: the ids of the notifications in it, and its text. */
export type PlannedMessage = { ids: string[]; html: string; keyboard?: InlineKeyboard };

const BETWEEN = "\n\n";

/**
 * In their order and as few as possible. A text is never split over two messages; one that is too long is cut, as plain text. One with
 * buttons stands alone, so that they are about it.
 */
export function planMessages(texts: readonly ChatText[]): PlannedMessage[] {
  const messages: PlannedMessage[] = [];
  for (const { ids, html, keyboard } of texts) {
    const whole = fitHtml(html, MAX_MESSAGE_CHARS);
    const last = messages.at(-1);
    const isAlone = keyboard !== undefined || last?.keyboard !== undefined;
    if (last !== undefined && !isAlone && last.html.length + BETWEEN.length + whole.length <= MAX_MESSAGE_CHARS) {
      last.ids.push(...ids);
      last.html += BETWEEN + whole;
    } else messages.push({ ids: [...ids], html: whole, ...(keyboard !== undefined && { keyboard }) });
  }
  return messages;
}
