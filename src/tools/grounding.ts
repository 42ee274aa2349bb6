import type { SpokenField } from "./spoken-field.ts";

/**
 * Holds a model's call against the operator's own words (src/chat/reader/compare-call.ts).
 * Arguments without a field here are refused. What passes waits as a card.
 */
export type Grounding = {
  /** A text that a person may type instead. */
  example: string;
  /**
   * All words of one line ask for the tool, in any order and lower case; "to+spot" in this order,
   * with only articles and the venue between.
   */
  acts: readonly string[];
  /** Words that may stand beside it and change nothing. */
  words?: string;
  /** One of these words is needed where several venues do the same. */
  venue?: string;
  /** Sequences of words that mean something else. */
  never?: readonly string[];
  fields: Readonly<Record<string, SpokenField>>;
  /** Text of the card beside the arguments. */
  card?: OfferCard;
};

export type OfferCard = {
  /** For example "Uniswap v4". */
  venue: string;
  /** Receiver of what leaves or comes out. */
  to: string;
  /** Meaning of arguments that are left out. */
  defaults?: Readonly<
    Record<string, string | ((args: Readonly<Record<string, unknown>>) => string | undefined)>
  >;
};
