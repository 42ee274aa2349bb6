import * as z from "zod";
import { parseTelegramHtml } from "./parse-telegram-html.ts";

const MAX_TEXT = 4096;
const MAX_BUTTON_DATA_BYTES = 64;
const keyboard = z.array(z.array(z.object({ callback_data: z.string().optional() })));

type Content = {
  text: string;
  parse_mode?: string | undefined;
  reply_markup?: Record<string, unknown> | undefined;
};

/** Why Telegram would not take this text and keyboard, in its words; undefined when it would. */
export function refuseContent({
  text: sent,
  parse_mode: parseMode,
  reply_markup: markup,
}: Content): string | undefined {
  let shown = sent;
  if (parseMode !== undefined) {
    if (parseMode.toLowerCase() !== "html")
      return `unsupported parse_mode (the local sink reads HTML, not ${parseMode})`;
    const parsed = parseTelegramHtml(sent);
    if (!parsed.ok) return `can't parse entities: ${parsed.error}`;
    shown = parsed.text;
  }
  if (shown.trim() === "") return "message text is empty";
  if (shown.length > MAX_TEXT) return "message is too long";
  const rows = keyboard.safeParse(markup?.inline_keyboard);
  const datas = rows.success ? rows.data.flat().map((button) => button.callback_data ?? "") : [];
  return datas.some((data) => Buffer.byteLength(data) > MAX_BUTTON_DATA_BYTES)
    ? "BUTTON_DATA_INVALID"
    : undefined;
}
