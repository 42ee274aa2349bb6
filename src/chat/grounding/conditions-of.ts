import { CONDITION_WORDS } from "./condition-words.ts";

/** The words of a message that tie it to something which is not watched; an empty list where there are none. */
export function conditionsOf(own: string): string[] {
  const text = own.toLowerCase().replace(/\b(?:ok|okay|hey|go ahead)\b[ ,]*(?=\p{L})/gu, "");
  const words = text.split(/[^\p{L}\p{M}\p{Nd}'’-]+/u);
  return [
    ...new Set([
      ...words.filter((word) => CONDITION_WORDS.words.has(word)),
      ...CONDITION_WORDS.pieces.filter((piece) => text.includes(piece)).map((piece) => piece.trim()),
    ]),
  ];
}
