import type { SpokenField } from "./spoken-field.ts";

/**
 * How a model's call is held against the operator's own words (src/chat/reader/compare-call.ts): which words ask for the tool, and what each argument
 * that a model may set is. Any other argument is refused. What passes waits as a card.
 */
export type Grounding = {
  /** What a person may type instead. */
  example: string;
  /** Of one line all words, in any order; "to+spot" in this order, with only articles and the venue between. In lower case. */
  acts: readonly string[];
  /** What may stand beside it and changes nothing. */
  words?: string;
  /** One of them has to be said where several venues do the same. */
  venue?: string;
  /** Words that behind each other mean something else. */
  never?: readonly string[];
  fields: Readonly<Record<string, SpokenField>>;
  /** What the card says beside the arguments. */
  card?: OfferCard;
};

export type OfferCard = {
  /** Where it is done: "Uniswap v4". */
  venue: string;
  /** Who gets what leaves or comes out. */
  to: string;
  /** What arguments that are left out then are, in words. */
  defaults?: Readonly<Record<string, string | ((args: Readonly<Record<string, unknown>>) => string | undefined)>>;
};
