import type { Lexeme } from "./lexeme.ts";
import type { PassReason } from "./pass-reason.ts";
import { readNumeral } from "./read-numeral.ts";

const WORD = /^[A-Za-z0-9_]+$/;
const HAS_LETTER = /[A-Za-z]/;
/** ASCII letters, digits of any script, full stop and comma: what a badly written number is made of. */
const NUMERAL_LIKE = /^[\p{Nd}.,][A-Za-z\p{Nd}.,]*$/u;
const BLANKS = " \t";
const LINE_BREAKS = "\r\n";
const STOPS = ".!";

/**
 * A message cut into words, numbers and marks, or why it cannot be: one pass, every character looked at a fixed number
 * of times. The alphabet is ASCII letters, digits, underscore, blanks, and four marks: a comma before a blank, a number sign,
 * one full stop or exclamation mark at the very end. Of foreign characters only digits pass (readNumeral).
 */
export function splitLexemes(text: string): Lexeme[] | PassReason {
  const lexemes: Lexeme[] = [];
  const end = endOf(text);
  let at = 0;
  while (at < end && isOneOf(BLANKS + LINE_BREAKS, text, at)) at += 1;
  while (at < end) {
    if (isOneOf(BLANKS, text, at)) {
      at += 1;
    } else if (isOneOf("#", text, at)) {
      lexemes.push({ kind: "mark", text: "#" });
      at += 1;
    } else if (isOneOf(",", text, at)) {
      // "1,000" and "1,5" mean different numbers in different places: a comma before anything but a blank is no pause.
      if (at + 1 < end && !isOneOf(BLANKS, text, at + 1))
        return lexemes.at(-1)?.kind === "number" ? "numeral" : "characters";
      lexemes.push({ kind: "mark", text: "," });
      at += 1;
    } else {
      const stop = endOfRun(text, at, end);
      const lexeme = readRun(text.slice(at, stop));
      if (typeof lexeme === "string") return lexeme;
      lexemes.push(lexeme);
      at = stop;
    }
  }
  return lexemes;
}

/** Where the sentence ends: before blanks and line breaks, and before one closing stop. */
function endOf(text: string): number {
  const last = trimEnd(text, text.length);
  return last > 0 && isOneOf(STOPS, text, last - 1) ? trimEnd(text, last - 1) : last;
}

function trimEnd(text: string, length: number): number {
  let end = length;
  while (end > 0 && isOneOf(BLANKS + LINE_BREAKS, text, end - 1)) end -= 1;
  return end;
}

function endOfRun(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !isOneOf(`${BLANKS},#`, text, at)) at += 1;
  return at;
}

function readRun(run: string): Lexeme | PassReason {
  const numeral = readNumeral(run);
  if (numeral !== undefined) return { kind: "number", text: numeral };
  if (!WORD.test(run) || !HAS_LETTER.test(run)) return NUMERAL_LIKE.test(run) ? "numeral" : "characters";
  return { kind: "word", text: run, word: run.toLowerCase() };
}

/** `at` is inside the text: past its end any set would include the empty string. */
const isOneOf = (set: string, text: string, at: number): boolean => set.includes(text.charAt(at));
