import type { VerbClasses, VerbContext } from "./role-of.ts";
import type { TradeReading, TradeTokens } from "./trade-reading.ts";
import type { WordItem } from "./word-item.ts";

/** A sentence while it is read: what is known of the whole, what the next token stands after, what was found so far. */
export type TradeState = {
  readonly items: readonly WordItem[];
  readonly tokens: TradeTokens;
  readonly classes: VerbClasses;
  context: VerbContext;
  /** "can you": then a question mark is courtesy. */
  isPolite: boolean;
  reading: TradeReading;
};
