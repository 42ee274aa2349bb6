import { QUOTE_MARK } from "./quote-mark.ts";
import { jsonPairs } from "./reader/keyed-words.ts";

/** A message in two: the writer's own words, and the quoted ones. */
export type SplitText = { own: string; quoted: string[] };

const QUOTED_LINE = /^\s*(?:[>＞»›|]|&gt;)/;
const FENCE = /^\s*(```|~~~)/;
/** From here to the end of the message the words are another author's. */
const HANDED_ON =
  /\bforward(?:ed|ing)\b|\bfwd?\b|\boriginal message\b|\b(?:wrote|writes|said|says|told me)\s*:|<\/?\w|\[\/?quote/i;

/** Nothing but a rule before the word. */
const RULED = /^[\s\-–—=*_:]*$/;

/** Opening marks with what may close them. A straight apostrophe is none: it stands in words. */
const CLOSERS: Record<string, string> = {
  '"': '"',
  "＂": "＂",
  "`": "`",
  "“": "”“",
  "„": "“”",
  "«": "»",
  "‹": "›",
  "‘": "’",
  "「": "」",
  "『": "』",
};

/**
 * Cuts a message into own words and quoted parts: lines that start with ">", code fences and spans,
 * text in quotation marks, and everything after a word like "forwarded" or "X wrote:". What is
 * opened and never closed is quoted to the end. One pass over lines and one over characters.
 */
export function splitQuoted(text: string): SplitText {
  // A program's own object of short values quotes nobody.
  if (jsonPairs(text) !== undefined) return { own: text, quoted: [] };
  const lines = splitLines(text);
  const inline = splitInline(lines.own.join("\n"));
  return {
    own: withoutBlanks(inline.own),
    quoted: [...lines.quoted, ...inline.quoted].filter((part) => part.trim() !== ""),
  };
}

function splitLines(text: string): { own: string[]; quoted: string[] } {
  const own: string[] = [];
  const blocks: string[][] = [];
  let fence: string | undefined;
  let isHandedOn = false;
  let wasQuoted = false;
  const quote = (line: string): void => {
    if (!wasQuoted) blocks.push([]);
    blocks.at(-1)?.push(line);
    wasQuoted = true;
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark = FENCE.exec(line)?.[1];
    if (isHandedOn) quote(line);
    else if (fence !== undefined) {
      quote(line);
      if (mark === fence) fence = undefined;
    } else if (mark !== undefined) {
      quote(line);
      fence = mark;
    } else if (QUOTED_LINE.test(line)) quote(line);
    else {
      const at = HANDED_ON.exec(line)?.index;
      const before = line.slice(0, at);
      // A line of its own ("--- Forwarded message ---") leaves the operator's sentence before it
      // whole.
      if (at === undefined || !RULED.test(before))
        own.push(at === undefined ? line : before + QUOTE_MARK);
      wasQuoted = false;
      if (at === undefined) continue;
      isHandedOn = true;
      quote(line.slice(at));
    }
  }
  return { own, quoted: blocks.map((block) => block.join("\n")) };
}

function splitInline(text: string): SplitText {
  const quoted: string[] = [];
  let own = "";
  let from = 0;
  let closers: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (closers === undefined) {
      if (!Object.hasOwn(CLOSERS, character)) continue;
      closers = CLOSERS[character];
      own += text.slice(from, at) + QUOTE_MARK;
      from = at + 1;
    } else if (closers.includes(character)) {
      quoted.push(text.slice(from, at));
      closers = undefined;
      from = at + 1;
    }
  }
  if (closers === undefined) return { own: own + text.slice(from), quoted };
  return { own, quoted: [...quoted, text.slice(from)] };
}

/**
 * Without blanks around it. A mark that nobody sees, which `trim` takes for one, stays: what is
 * written with it is not exact.
 */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANKS.includes(text.charAt(from))) from += 1;
  while (from < to && BLANKS.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const BLANKS = " \t\r\n";
