import { buttonsOf } from "./buttons-of.ts";
import { parseTelegramHtml } from "./parse-telegram-html.ts";

/**
 * A message of the bot as a person reads it on a phone: without tags where it is markup, its
 * buttons in brackets below.
 */
export function messageText({
  text,
  html,
  replyMarkup,
}: {
  text: string;
  html: boolean;
  replyMarkup: unknown;
}): string {
  const parsed = html ? parseTelegramHtml(text) : undefined;
  const buttons = buttonsOf(replyMarkup).map((button) => `[${button.text}]`);
  return [parsed?.ok ? parsed.text : text, ...(buttons.length > 0 ? [buttons.join(" ")] : [])].join(
    "\n",
  );
}
