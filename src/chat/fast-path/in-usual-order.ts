import { dropCourtesy } from "./drop-courtesy.ts";
import type { Lexeme } from "./lexeme.ts";
import { MINUTE_WORDS } from "./minute-words.ts";
import { SIDE_OF } from "./side-of.ts";

/** First words of a sentence that creates an order (read-command.ts). */
const FIRST_WORDS: readonly string[] = [...SIDE_OF.keys(), "twap", "create", "start", "place"];

/**
 * A sentence with one `every N minutes` and one `X [token] at a time`, whose words stand in another order than the grammar's
 * ("every 12 minutes sell 7.5 USDC for DAI 2.5 at a time"; spec, "TWAP tools"), with the verb at its beginning and both clauses at its
 * end. Nothing is left out and nothing is read: whether it is an order, to its last word, is the grammar's to say.
 * Undefined where either clause is missing or stands there twice: which one is meant would be a guess.
 */
export function inUsualOrder(sentence: readonly Lexeme[]): readonly Lexeme[] | undefined {
  const rest: Lexeme[] = [];
  const paces: Lexeme[][] = [];
  const slicings: Lexeme[][] = [];
  for (let at = 0; at < sentence.length; ) {
    const [pace, slicing] = [paceLength(sentence, at), slicingLength(sentence, at)];
    const length = Math.max(pace, slicing);
    if (length > 0) {
      (pace > 0 ? paces : slicings).push(sentence.slice(at, at + length));
      at += length;
      // The comma behind a clause goes with it where there is one before it, or nothing.
      if (isComma(sentence[at]) && (rest.length === 0 || isComma(rest.at(-1)))) at += 1;
    } else {
      rest.push(...sentence.slice(at, at + 1));
      at += 1;
    }
  }
  const [pace, slicing] = [paces[0], slicings[0]];
  if (pace === undefined || slicing === undefined || paces.length + slicings.length > 2) return undefined;
  const verbAt = rest.findIndex((lexeme) => lexeme.kind === "word" && FIRST_WORDS.includes(lexeme.word));
  if (verbAt === -1) return undefined;
  const before = withoutLastComma(dropCourtesy(rest.slice(0, verbAt)));
  return [...withoutLastComma(rest.slice(verbAt)), ...before, ...pace, ...slicing];
}

/** Of `every N minutes` at this place; 0 where it is not. */
function paceLength(sentence: readonly Lexeme[], at: number): number {
  const isPace =
    isWord(sentence[at], ["every"]) && sentence[at + 1]?.kind === "number" && isWord(sentence[at + 2], MINUTE_WORDS);
  return isPace ? 3 : 0;
}

/** Of `X at a time` or `X token at a time` at this place; 0 where it is not. */
function slicingLength(sentence: readonly Lexeme[], at: number): number {
  if (sentence[at]?.kind !== "number") return 0;
  const isAtATime = (from: number) => ["at", "a", "time"].every((word, i) => isWord(sentence[from + i], [word]));
  if (isAtATime(at + 1)) return 4;
  return sentence[at + 1]?.kind === "word" && isAtATime(at + 2) ? 5 : 0;
}

function withoutLastComma(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  return isComma(lexemes.at(-1)) ? lexemes.slice(0, -1) : lexemes;
}

const isWord = (lexeme: Lexeme | undefined, words: readonly string[]): boolean =>
  lexeme?.kind === "word" && words.includes(lexeme.word);
const isComma = (lexeme: Lexeme | undefined): boolean => lexeme?.kind === "mark" && lexeme.text === ",";
