import type { DebugCall } from "../../../schemas/calls/debug-call.ts";
import { withoutLinks } from "../../chain/without-links.ts";
import { sanitize, utcMinute, visibleText } from "../../lib/sanitize.ts";
import { sha256Hex } from "../../lib/sha256-of.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Escapes text outside attributes: HTML mode needs these three only
 * (core.telegram.org/bots/api#html-style).
 */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);

/** Escaped and without links: a revert's reason may name a page to "claim" at. */
export const cut = (text: string, max: number): string =>
  escapeHtml(withoutLinks(sanitize(text, max)));

/** Removes invisible characters and shows markup as text. */
export const renderText = (text: string): string => escapeHtml(visibleText(text));

/**
 * For text in which others have a say (a model, token names, a revert's reason): HTML without
 * links.
 */
export const renderUntrusted = (text: string): string =>
  escapeHtml(withoutLinks(visibleText(text)));

const TAG = /<[^>]*>/g;
const HALF_ENTITY = /&[a-z0-9#]{0,8}$/i;

/**
 * Text above `max` loses its tags, which a cut could separate, then its middle: the last line has
 * the visible id.
 */
export function fitHtml(html: string, max: number): string {
  if (html.length <= max) return html;
  const plain = html.replace(TAG, "");
  if (plain.length <= max) return plain;
  const lastLine = plain.slice(plain.lastIndexOf("\n") + 1);
  const tail = lastLine.length <= max / 4 ? `…\n${lastLine}` : "…";
  const head = plain.slice(0, max - tail.length).replace(HALF_ENTITY, "");
  return head.replace(/[\ud800-\udbff]$/, "") + tail;
}

/**
 * core.telegram.org/bots/api#sendmessage: 1-4096 characters after entities; we count before, which
 * is never less.
 */
export const MAX_MESSAGE_CHARS = 4_096;

const MAX_DATA_CHARS = 330;

/** The call's parts for debugging. `maxDataChars` counts the 0x. */
export function callLines(call: DebugCall, maxDataChars = MAX_DATA_CHARS): string[] {
  return (["to", "from", "value", "data"] as const).map((part) => {
    const text = call[part];
    if (text === null) return `${part}: not known`;
    return part === "data"
      ? `data: ${dataText(text, maxDataChars)}`
      : `${part}: <code>${cut(text, 68)}</code>`;
  });
}

type Waiting = { waitingSince: number; reason: string };

export const waitingLines = (
  { waitingSince, reason }: Waiting,
  what: string,
  it: string,
): string[] => [
  `Since ${utcMinute(waitingSince)} ${what} could be sent: ${cut(reason, 400)}.`,
  "Nothing failed and nothing was sent; it is tried again every few minutes. Look at the " +
    `agent wallet's transactions, or cancel ${it}.`,
];

function dataText(data: string, maxDataChars: number): string {
  if (!/^0x[0-9a-fA-F]*$/.test(data)) return `not hex (${data.length} characters)`;
  // Not sanitized: that would shorten long hex to nothing.
  const shown = `<code>${data.slice(0, maxDataChars)}</code>`;
  return data.length > maxDataChars
    ? `${shown}… (cut, ${Math.floor(data.length / 2) - 1} bytes in all)`
    : shown;
}

/** Ends a message that may be delivered twice, so that its reader knows it again. */
export const visibleIdLine = async (id: string): Promise<string> =>
  `<code>${await visibleId(id)}</code>`;

/**
 * The same for every delivery of a notification.
 * @example await visibleId("twap:0x..:1:1:1700000000000:slice_executed") // "#" and eight hex digits
 */
export const visibleId = async (id: string): Promise<string> =>
  `#${(await sha256Hex(id)).slice(0, 8)}`;
