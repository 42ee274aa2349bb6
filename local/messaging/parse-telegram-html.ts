export type ParsedHtml = { ok: true; text: string } | { ok: false; error: string };

/** @see https://core.telegram.org/bots/api#html-style */
const TAGS = new Set(
  "a b strong i em u ins s strike del span tg-spoiler tg-emoji tg-time code pre blockquote".split(
    " ",
  ),
);
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const OPENING = /^<([^\s>]*)((?:\s+[^\s=>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*>/;
const CLOSING = /^<\/([^\s>]*)\s*>/;

/**
 * The text that Telegram shows for `parse_mode: "HTML"`, or the words with which it refuses
 * malformed entities. Offsets are in UTF-8 bytes, as Telegram counts them.
 */
export function parseTelegramHtml(html: string): ParsedHtml {
  const open: string[] = [];
  let text = "";
  let at = 0;
  while (at < html.length) {
    const rest = html.slice(at);
    if (rest[0] !== "<") {
      const plain = /^[^<]+/.exec(rest)?.[0] ?? "";
      text += decodeEntities(plain);
      at += plain.length;
      continue;
    }
    const offset = Buffer.byteLength(html.slice(0, at));
    const tag = rest[1] === "/" ? closeTag(rest, open, offset) : openTag(rest, open, offset);
    if ("error" in tag) return { ok: false, error: tag.error };
    at += tag.length;
  }
  const unclosed = open.at(-1);
  if (unclosed === undefined) return { ok: true, text };
  return { ok: false, error: `Can't find end tag corresponding to start tag "${unclosed}"` };
}

type TagResult = { length: number } | { error: string };

function openTag(rest: string, open: string[], offset: number): TagResult {
  const name = /^<([^\s>]*)[\s>]/.exec(rest)?.[1]?.toLowerCase();
  if (name === undefined) return { error: `Unclosed start tag at byte offset ${offset}` };
  if (!TAGS.has(name)) return { error: `Unsupported start tag "${name}" at byte offset ${offset}` };
  const whole = OPENING.exec(rest);
  if (whole === null) return { error: `Unclosed start tag "${name}" at byte offset ${offset}` };
  if (name === "span" && !/class\s*=\s*["']?tg-spoiler/.test(whole[2] ?? "")) {
    return { error: `Tag "span" must have class "tg-spoiler" at byte offset ${offset}` };
  }
  open.push(name);
  return { length: whole[0].length };
}

function closeTag(rest: string, open: string[], offset: number): TagResult {
  const expected = open.pop();
  if (expected === undefined) return { error: `Unexpected end tag at byte offset ${offset}` };
  const whole = CLOSING.exec(rest);
  if (whole === null) return { error: `Unclosed end tag at byte offset ${offset}` };
  const found = whole[1]?.toLowerCase() ?? "";
  if (found !== "" && found !== expected) {
    return {
      error:
        `Unmatched end tag at byte offset ${offset}, expected "</${expected}>", found ` +
        `"</${found}>"`,
    };
  }
  return { length: whole[0].length };
}

/** What is no entity that Telegram knows stays as it was written. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
