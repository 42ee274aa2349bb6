import type { Lexeme } from "./lexeme.ts";

/** Words that change nothing, wherever a sentence begins or ends with them. */
const COURTESY: readonly string[] = ["please", "pls", "plz", "kindly", "hi", "hello", "hey", "thanks", "thx"];

/** The sentence between greetings and thanks, without the commas that set those off. */
export function dropCourtesy(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  let from = 0;
  let to = lexemes.length;
  while (from < to && isCourtesy(lexemes[from])) {
    from += 1;
    if (from < to && isComma(lexemes[from])) from += 1;
  }
  while (from < to && isCourtesy(lexemes[to - 1])) {
    to -= 1;
    if (from < to && isComma(lexemes[to - 1])) to -= 1;
  }
  return lexemes.slice(from, to);
}

const isCourtesy = (lexeme: Lexeme | undefined): boolean => lexeme?.kind === "word" && COURTESY.includes(lexeme.word);
const isComma = (lexeme: Lexeme | undefined): boolean => lexeme?.kind === "mark" && lexeme.text === ",";
