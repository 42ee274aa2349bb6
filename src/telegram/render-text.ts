import { visibleText } from "../lib/visible-text.ts";
import { escapeHtml } from "./escape-html.ts";

/** What is invisible goes, markup is shown and not read. */
export const renderText = (text: string): string => escapeHtml(visibleText(text));
