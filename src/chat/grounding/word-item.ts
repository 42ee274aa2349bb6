/**
 * What a message is made of. `word` is lower case; `address` is as it was written, since its case carries a checksum;
 * `break` is a pause between two words that do not belong together, `ask` a question mark.
 */
export type WordItem =
  | { kind: "number"; value: string }
  | { kind: "word"; text: string }
  | { kind: "address"; text: string }
  | { kind: "break" }
  | { kind: "ask" };
