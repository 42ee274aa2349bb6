import { withoutLinks } from "../chain/without-links.ts";
import { sanitize } from "../lib/sanitize.ts";
import { escapeHtml } from "./escape-html.ts";

/** Escaped and without links: a revert's reason may name a page to "claim" at. */
export const cut = (text: string, max: number): string => escapeHtml(withoutLinks(sanitize(text, max)));
