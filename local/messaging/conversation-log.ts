import { parseTelegramHtml } from "./parse-telegram-html.ts";

export type ConversationLog = ReturnType<typeof createConversationLog>;
type Who = "bot" | "user";

/** What was said in each chat, one line of text for each line said, as a person would read it on a phone. */
export function createConversationLog(onLine: (line: string) => void = () => undefined) {
  const lines: { chatId: string; line: string }[] = [];
  const add = (who: Who, chatId: string, text: string) => {
    const time = new Date().toISOString().slice(11, 19);
    for (const part of text.split("\n")) {
      const line = `${time} ${chatId} ${who === "bot" ? "<" : ">"} ${part}`;
      lines.push({ chatId, line });
      onLine(line);
    }
  };
  return {
    /** `html`: whether its tags are markup. Buttons stand in brackets below. */
    bot: (chatId: string, sent: { text: string; html: boolean; replyMarkup: unknown }): void => {
      const parsed = sent.html ? parseTelegramHtml(sent.text) : undefined;
      add("bot", chatId, parsed?.ok ? parsed.text : sent.text);
      const buttons = buttonsOf(sent.replyMarkup);
      if (buttons.length > 0) add("bot", chatId, buttons.map(({ text }) => `[${text}]`).join(" "));
    },
    user: (chatId: string, text: string): void => add("user", chatId, text),
    text: (chatId: string | null): string =>
      lines
        .filter((one) => chatId === null || one.chatId === chatId)
        .map(({ line }) => `${line}\n`)
        .join(""),
    clear: (): void => {
      lines.length = 0;
    },
  };
}

type Button = { text: string; callback_data?: string };

/** The buttons of an inline keyboard, row by row. */
export function buttonsOf(replyMarkup: unknown): Button[] {
  if (replyMarkup === null || typeof replyMarkup !== "object" || !("inline_keyboard" in replyMarkup)) return [];
  // Safe: refuse-content.ts and the Bot API's shapes let only rows of buttons through.
  return (replyMarkup.inline_keyboard as Button[][]).flat();
}
