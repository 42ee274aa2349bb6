import { withoutLinks } from "../chain/without-links.ts";
import { visibleText } from "../lib/visible-text.ts";
import { escapeHtml } from "./escape-html.ts";

/** Others may have a say in them (a model, token names, a revert's reason): HTML without links. */
export const renderUntrusted = (text: string): string => escapeHtml(withoutLinks(visibleText(text)));
