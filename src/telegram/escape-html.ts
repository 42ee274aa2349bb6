const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text (not an attribute's value) for Telegram's HTML mode, which requires these three only (core.telegram.org/bots/api#html-style). */
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
