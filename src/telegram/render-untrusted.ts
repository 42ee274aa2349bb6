import { withoutLinks } from "../chain/without-links.ts";
import { visibleText } from "../lib/visible-text.ts";
import { escapeHtml } from "./escape-html.ts";

/** Words in which others may have a say (a model's, a tool's with token names, a revert's reason), as Telegram's HTML without links. */
export const renderUntrusted = (text: string): string => escapeHtml(withoutLinks(visibleText(text)));
