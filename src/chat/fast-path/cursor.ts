import type { Verdict } from "../../lib/verdict.ts";
import type { Lexeme } from "./lexeme.ts";

/** A place in a sentence. Each function takes the next lexeme if it is the wanted one, and never goes back. */
export type Cursor = {
  /** One of these words, in lower case. */
  word<W extends string>(...wanted: readonly W[]): W | undefined;
  /** These words, one after the other. Those before a missing one stay taken: the caller gives up then. */
  phrase(...wanted: readonly string[]): boolean;
  number(): string | undefined;
  /** Any word, as it was written. */
  name(): string | undefined;
  /** A word that `parse` accepts. */
  parsed<T>(parse: (text: string) => Verdict<T>): T | undefined;
  mark(wanted: "," | "#"): boolean;
  isDone(): boolean;
};

/** A cursor before the first lexeme. */
export function createCursor(lexemes: readonly Lexeme[]): Cursor {
  let at = 0;
  const take = <T>(read: (lexeme: Lexeme) => T | undefined): T | undefined => {
    const next = lexemes[at];
    const found = next === undefined ? undefined : read(next);
    if (found !== undefined) at += 1;
    return found;
  };
  const word = <W extends string>(...wanted: readonly W[]): W | undefined =>
    take((next) => (next.kind === "word" ? wanted.find((one) => one === next.word) : undefined));
  return {
    word,
    phrase: (...wanted) => wanted.every((one) => word(one) !== undefined),
    number: () => take((next) => (next.kind === "number" ? next.text : undefined)),
    name: () => take((next) => (next.kind === "word" ? next.text : undefined)),
    parsed: (parse) =>
      take((next) => {
        const verdict = next.kind === "word" ? parse(next.text) : undefined;
        return verdict?.ok ? verdict.value : undefined;
      }),
    mark: (wanted) => take((next) => (next.kind === "mark" && next.text === wanted ? true : undefined)) ?? false,
    isDone: () => at >= lexemes.length,
  };
}
