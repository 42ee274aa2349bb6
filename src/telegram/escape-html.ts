const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** (not an attribute's value): HTML mode requires these three only (core.telegram.org/bots/api#html-style). */
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
