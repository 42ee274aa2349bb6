import type { SpokenCall } from "./spoken-call.ts";

/**
 * How a model's call of a tool that writes is held against the operator's own words before it runs. A kind of check and what it needs to
 * know of this tool: the checks are src/chat/ground-call.ts's, one for each kind, and refuse every argument that they do not read.
 */
export type Grounding = {
  /** What a person may type instead, when a call does not stand in the operator's words. */
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

/** What the service tells beside the figures, and no argument says. */
export type OfferCard = {
  /** Where it is done: "Uniswap v4". */
  venue: string;
  /** Who gets what leaves or comes out. */
  to: string;
  /** Arguments that may be left out, and what they then are, in words; undefined where they have no meaning then. */
  defaults?: Readonly<Record<string, string | ((args: Readonly<Record<string, unknown>>) => string | undefined)>>;
};
