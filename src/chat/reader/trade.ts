import type { ChainId } from "../../../schemas/chains.ts";
import type { VenueId } from "../../../schemas/venue-ids.ts";
import type { SaidTime } from "../time-of-words.ts";

/**
 * What the clauses of a trade said (trade-words.ts), each at most once. Amounts are decimals, "$"
 * before them where they are dollars, "%" behind a share.
 */
export type Trade = Partial<{
  side: "sell" | "buy" | "spend" | "wrap" | "unwrap";
  /** Right behind the verb, or without one. */
  amount: string;
  token: string;
  /**
   * An amount that a pace stands right behind: of each slice, unless another amount is the whole.
   */
  rated: string;
  /** "1 eth, buy": the verb stands behind the amount. */
  isLate: boolean;
  /** What it would come to, and nothing more. */
  isAsked: boolean;
  /** What the named amount would cost. */
  isNeeded: boolean;
  /** The token was named before any verb. */
  isEarly: boolean;
  /** "500 usdc of eth". */
  of: string;
  isWorth: boolean;
  /** "300 usdc of it": of the token that was named before. */
  isOfIt: boolean;
  /** What the writer only thinks of. */
  liked: string;
  counter: string;
  /** What is to come out of it. */
  outAmount: string;
  out: string;
  /** "I have 1.5 WETH". */
  /** A second amount of the same token: of orders in slices one is the whole, the other a slice. */
  other: string;
  /** Dollars beside another amount: its price, where a price is waited for. */
  isSecond: boolean;
  held: string;
  heldOf: string;
  isAll: boolean;
  /** "Until it is gone". */
  isGone: boolean;
  isNeed: boolean;
  /** "Get a quote", whatever else. */
  isQuote: boolean;
  /** "10 buys": so often, where each was said. */
  isCounted: boolean;
  /** "If 2050 breaks": against who waits for it. */
  breaks: string;
  counterAmount: string;
  /** The word that led to the other token. */
  by: "to" | "for" | "with" | "none";
  /** Figures that nothing stands beside, in their order. */
  bare: readonly string[];
  /** "60 usdc in total". */
  whole: string;
  wholeOf: string;
  isNotified: boolean;
  isCut: boolean;
  slices: number;
  /** "Five times", behind the pace. */
  repeats: number;
  /** "24x a day". */
  isRate: boolean;
  /** "On eth": the other token, or a chain. */
  onCoin: string;
  size: string;
  sizeOf: string;
  every: number;
  over: number;
  lasting: number;
  /** A length of time alone. */
  time: number;
  isAutomatic: boolean;
  venue: VenueId;
  chain: ChainId;
  kind: "trigger" | "stop" | "limit" | "take-profit";
  /** Bounds of a price: of which token, in which unit. */
  priceOf: string;
  unit: string;
  below: string;
  above: string;
  hits: string;
  at: string;
  /** "Below 3000", without "when". */
  isBound: boolean;
  notBelow: string;
  notAbove: string;
  limit: string;
  /** From the price of now. */
  fall: string;
  rise: string;
  maxGasPrice: string;
  randomBoth: string;
  randomSize: string;
  randomTime: string;
  catchUp: boolean;
  startAt: SaidTime;
  startIn: number;
  until: SaidTime;
}>;
