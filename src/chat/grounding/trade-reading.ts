import type { ChainId } from "../../../schemas/chains.ts";
import type { VenueId } from "../../../schemas/venue-ids.ts";

/** The two tokens of a trade as the arguments spell them. */
export type TradeTokens = { in: string; out: string };
export type TradeSide = keyof TradeTokens;

/** What a sentence says of a trade. Figures are decimals as readNumber gives them; `at` is the place in the sentence. */
export type TradeReading = {
  amounts: { value: string; token: TradeSide; at: number }[];
  /** "0.2 at a time", "slices of 0.2 ETH". */
  slices: { value: string; token?: TradeSide }[];
  /** "5 slices". */
  counts: { value: number; at: number }[];
  /** "over 2 hours". */
  durations: { minutes: number; at: number }[];
  /** "every 10 minutes". */
  intervals: { minutes: number; at: number }[];
  /** Whether the words sell or buy each of the tokens; a token may be named twice. */
  roles: { token: TradeSide; role: "sold" | "bought" }[];
  chains: ChainId[];
  venues: VenueId[];
  isAutomatic: boolean;
  isNotifyOnly: boolean;
};

/** Why a sentence is not read: a stable word, and the word it stopped at. */
export type NotRead = { reason: "unknown_word" | "unclear_number" | "unclear_side" | "question"; word: string };
