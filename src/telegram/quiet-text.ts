import { escapeHtml } from "./escape-html.ts";
import type { Pairing } from "./pairing-of.ts";

/** What a chat is answered that nobody wrote in for too long: what goes on, and how it speaks for its operator again. */
export const quietText = ({ quiet }: Pairing): string =>
  [
    ...quiet.operators.map((operator) => `This chat speaks for operator <code>${escapeHtml(operator)}</code> no more.`),
    `That ends after 90 days without a word, or when the chat gives it up; notifications go on, and /freeze works. To pair it again sign POST /api/telegram/pair with the vault's owner (/docs#pairTelegram) and open the link that it answers.`,
  ].join("\n");

/** Whether it tells of operators for whom it speaks no more: it may still freeze, because stopping is always allowed. */
export const isQuiet = ({ quiet }: Pairing): boolean => quiet.operators.length > 0;
