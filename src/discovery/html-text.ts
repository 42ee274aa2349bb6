const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for an HTML page, in an element or in a quoted attribute. */
export const htmlText = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
