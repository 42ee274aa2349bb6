import type { SpokenCall } from "./spoken-call.ts";

/**
 * How a model's write is held against the operator's own words. The checks are src/chat/ground-call.ts's, one for each kind, and refuse
 * every argument that they do not read.
 */
export type Grounding = {
  /** What a person may type instead. */
  example: string;
} & (
  | { kind: "swap" }
  /** A swap cut in slices; whether the agent wallet executes them (`autoExecute`) is the words' to say. */
  | { kind: "slices" }
  /**
   * One order by its `id`. The verbs that request it, in lower case, and none that requests something else. `noun`: one of these words has to be
   * there; `also`: these may, and change nothing. `isOffer`: what it does is only ever a card, however it is said.
   */
  | { kind: "order"; verbs: readonly string[]; noun?: string; also?: string; isOffer?: true }
  /** A trade that waits for a price: called a trigger, with the condition's direction, and no other figure. */
  | { kind: "trigger" }
  /** A stop of everything, which may stand beside other clauses. */
  | { kind: "freeze" }
  /** Whatever stands in the words, argument by argument, and then acts as the execution mode says. */
  | ({ kind: "stated" } & SpokenCall)
  /** The same, and then only a card: it waits for its operator in every mode. */
  | ({ kind: "offer"; card: OfferCard } & SpokenCall)
);

export type OfferCard = {
  /** Where it is done: "Uniswap v4". */
  venue: string;
  /** Who gets what leaves or comes out. */
  to: string;
  /** What arguments that are left out then are, in words. */
  defaults?: Readonly<Record<string, string | ((args: Readonly<Record<string, unknown>>) => string | undefined)>>;
};
