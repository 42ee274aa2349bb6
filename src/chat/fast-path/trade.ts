import type { ChainId } from "../../../schemas/chains.ts";
import type { VenueId } from "../../../schemas/venue-ids.ts";

/** What a sentence about a trade says, each part at most once. Amounts, counts and minutes are its numerals. */
export type Trade = {
  /** Whether `token`, the one right after the verb, is sold or bought. */
  side: "sell" | "buy";
  token: string;
  /** Of `token`. */
  amount?: string;
  /** The other side of the trade, the word that led to it, and its amount: "buy ETH with 100 USDC". */
  counter?: string;
  counterWord?: string;
  counterAmount?: string;
  /** Of `token`, like `amount`. */
  sliceAmount?: string;
  sliceCount?: string;
  intervalMinutes?: string;
  /** "automatically": by the vault's agent wallet. */
  isAutomatic?: true;
  chainId?: ChainId;
  venue?: VenueId;
};
