import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";

const PICTURES = /^(?:\p{Extended_Pictographic}|\s)+|(?:\p{Extended_Pictographic}|\s)+$/gu;
const PRINTED = /^[\x20-\x7e\n]+$/;
const BEFORE =
  /^(?:(?:please|pls|plz|kindly|hi|hello|hey|gm|ok|okay|yo|sextant),? |(?:can|could) you (?:please |pls )?|i (?:want|would like|need) (?:you )?to |i'd like to |let's |lets |go ahead and )/;
const AFTER = /,? (?:please|pls|plz|thanks|thx|for now|now|right now|asap|for me|immediately)$/;

/**
 * A message in lower case with single blanks, without pictures, closing stops and its polite frame;
 * undefined for what no rule reads.
 */
export function plainLine(text: string): string | undefined {
  if (text.length > QUESTION_LIMITS.ofChars) return undefined;
  const trimmed = text.replace(PICTURES, "").replaceAll("’", "'");
  // Not by its lower case alone: the Kelvin sign has a "k" for one.
  if (!PRINTED.test(trimmed)) return undefined;
  let line = trimmed
    .toLowerCase()
    .replace(/ +/g, " ")
    .replace(/\s*[.!]+$/, "");
  for (;;) {
    const next = line.replace(BEFORE, "").replace(AFTER, "");
    if (next === line) return line === "" ? undefined : line;
    line = next;
  }
}
