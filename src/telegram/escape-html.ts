import { withoutLinks } from "../chain/without-links.ts";
import { sanitize, visibleText } from "../lib/sanitize.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** (not an attribute's value): HTML mode requires these three only (core.telegram.org/bots/api#html-style). */
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);

/** Escaped and without links: a revert's reason may name a page to "claim" at. */
export const cut = (text: string, max: number): string => escapeHtml(withoutLinks(sanitize(text, max)));

/** What is invisible goes, markup is shown and not read. */
export const renderText = (text: string): string => escapeHtml(visibleText(text));

/** Others may have a say in them (a model, token names, a revert's reason): HTML without links. */
export const renderUntrusted = (text: string): string => escapeHtml(withoutLinks(visibleText(text)));

const TAG = /<[^>]*>/g;
/** The start of an entity whose end was cut off. */
const HALF_ENTITY = /&[a-z0-9#]{0,8}$/i;

/**
 * What is longer than `max` loses its tags, because a cut could fall between two of them, and then its middle: the last line carries the
 * visible id.
 */
export function fitHtml(html: string, max: number): string {
  if (html.length <= max) return html;
  const plain = html.replace(TAG, "");
  if (plain.length <= max) return plain;
  const lastLine = plain.slice(plain.lastIndexOf("\n") + 1);
  const tail = lastLine.length <= max / 4 ? `…\n${lastLine}` : "…";
  const head = plain.slice(0, max - tail.length).replace(HALF_ENTITY, "");
  // Half of a surrogate pair is no character.
  return head.replace(/[\ud800-\udbff]$/, "") + tail;
}

/** core.telegram.org/bots/api#sendmessage: 1-4096 characters, after entities; counted before them, which is never less. */
export const MAX_MESSAGE_CHARS = 4_096;
