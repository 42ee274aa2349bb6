/**
 * One piece of a message. `text` of a word is as it was written, `word` is lower-case ASCII. `text` of a number is a plain
 * decimal in ASCII digits (schemas/primitives.ts, decimalAmount).
 */
export type Lexeme =
  | { kind: "word"; text: string; word: string }
  | { kind: "number"; text: string }
  | { kind: "mark"; text: "," | "#" };
