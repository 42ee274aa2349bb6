import { escapeHtml } from "../notify/escape-html.ts";

/** Format characters (zero-width, bidirectional) and what has no meaning: they show as nothing or move other text about. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu;

/** Lines of the service's own as Telegram's HTML: what is invisible goes, markup is shown and not read. */
export const renderText = (text: string): string => escapeHtml(text.replace(INVISIBLE, ""));
