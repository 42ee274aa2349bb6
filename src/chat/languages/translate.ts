import { mayBeThousands } from "../may-be-thousands.ts";
import { apart } from "./apart.ts";
import { ENGLISH, type Language } from "./language.ts";
import { readLanguage } from "./read-language.ts";

/**
 * A message in English words as far as a table has them. `unknown`: words of no table, which are
 * not in `text`.
 */
export type Translated = { text: string; isForeign: boolean; unknown: string[] };

const PIECE =
  /0x[0-9a-f]{16,64}|\.?[0-9][0-9.,]*|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}\p{Nd}]+)*|[^\p{L}\p{M}0-9]+/giu;
const ELIDED = /^(?:l|d|j|s|c|qu|un|all|dell)['’](?=\p{L})/iu;
/** "ETH'yi", "81234'teki". */
const SUFFIXED = /^([A-Z]{2,10})['’]\p{Ll}+$/u;

/**
 * A message with the words of its language put into English, so that one reader has to know them;
 * undefined where a number of it can be read in two ways. English stays as it is. Word by word: it
 * is compared with a call, and never shown.
 */
export function translate(own: string): Translated | undefined {
  const language = readLanguage(own);
  if (language === ENGLISH) return { text: own, isForeign: false, unknown: [] };
  const unknown: string[] = [];
  const parts: string[] = [];
  let text = apart(own);
  for (const [said, english] of language.meant)
    if (said.includes(" "))
      text = text.replace(new RegExp(`(?<!\\p{L})${said}(?!\\p{L})`, "giu"), english);
  for (const [piece] of text.matchAll(PIECE)) {
    if (/^\.?[0-9]/.test(piece) && !/^0x/i.test(piece)) {
      const [, digits = "", mark = ""] = /^(.*?)([.,]*)$/.exec(piece) ?? [];
      const number = decimalOf(digits);
      if (number === undefined) return undefined;
      parts.push(number + mark);
    } else if (/^\p{L}/u.test(piece) && !/^0x/i.test(piece))
      parts.push(...wordOf(piece, language, unknown));
    // Marks of other scripts.
    else parts.push(piece.replace(/[、。，：；！（）「」・¿¡]/gu, ","));
  }
  return { text: parts.join(""), isForeign: true, unknown };
}

function wordOf(piece: string, language: Language, unknown: string[]): string[] {
  if (language.script?.test(piece)) return piecesOf(piece, language, unknown);
  const word = (SUFFIXED.exec(piece)?.[1] ?? piece)
    .replace(ELIDED, "")
    .toLowerCase()
    .replaceAll("’", "'");
  const said = language.meant.get(word);
  if (said !== undefined) return [said];
  // A symbol, or a word of English among the others.
  if (/^[a-z][a-z0-9'-]*$/.test(word)) return [word];
  unknown.push(piece);
  return [];
}

/** What a run of letters without spaces consists of, the longest piece first. */
function piecesOf(run: string, { meant }: Language, unknown: string[]): string[] {
  const found: string[] = [];
  let left = "";
  for (let at = 0; at < run.length; ) {
    const length = [6, 5, 4, 3, 2, 1].find(
      (size) => at + size <= run.length && meant.has(run.slice(at, at + size)),
    );
    if (length === undefined) {
      left += run.charAt(at);
      at += 1;
      continue;
    }
    if (left !== "") unknown.push(left);
    left = "";
    found.push(` ${meant.get(run.slice(at, at + length)) ?? ""} `);
    at += length;
  }
  if (left !== "") unknown.push(left);
  return found;
}

/** "1,000" is a thousand and "1,5" one and a half; "1.000" is either. */
function decimalOf(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  if (/^\d*\.\d+$/.test(text)) return mayBeThousands(text) ? undefined : text;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text))
    return text.startsWith("0") ? undefined : text.replaceAll(",", "");
  if (/^\d+,\d+$/.test(text)) return text.replace(",", ".");
  const isEuropean =
    /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(text);
  return isEuropean && !text.startsWith("0")
    ? text.replaceAll(".", "").replace(",", ".")
    : undefined;
}
