import type { Rule } from "./draft.ts";

const WORDS =
  /\b(?:freeze|emergency stop|stop everything|lock (?:it|everything|the vault|my vault))\b/;
const PRESSING =
  /\b(?:vault|everything|hacked|stolen|stole|compromised|drained|help|now|quick|quickly|asap|immediately|please|account|wallet)\b/;
/** Negated, past, conditional, asked, or somebody else's. */
const TURNED =
  /\b(?:not|no|never|don'?t|didn'?t|won'?t|isn'?t|without|undo|unfreeze|was|were|had|frozen|would|might|maybe|if|when|what|why|how|does|did|is it|am i|can i|should|who|which|says?|said|told|wrote|writes|want me|wants|asked|message|system|assistant|ignore|behalf|if)\b|\?|:/;

/**
 * Freezing spoken of in a longer text: a button, since only a fresh signature of the owner lifts
 * it.
 */
export const freezeQuestion: Rule = (line) => {
  if (line.length > 200 || TURNED.test(line) || !WORDS.test(line) || !PRESSING.test(line))
    return undefined;
  return {
    text:
      "Freeze the vault? Nothing more is broadcast for it then, on any chain, until its " +
      "owner signs otherwise.",
    options: [{ label: "Freeze the vault", words: "freeze the vault" }],
  };
};
