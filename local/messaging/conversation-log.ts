import { messageText } from "./message-text.ts";

export type ConversationLog = ReturnType<typeof createConversationLog>;
type Who = "bot" | "user";

/**
 * What was said in each chat, one line of text for each line said, as a person would read it on a
 * phone.
 */
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
    bot: (chatId: string, sent: Parameters<typeof messageText>[0]): void =>
      add("bot", chatId, messageText(sent)),
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
