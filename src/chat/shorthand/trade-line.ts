import type { ChainId } from "../../../schemas/chains.ts";
import type { VenueId } from "../../../schemas/venue-ids.ts";

/** What a line about a trade says, each part at most once. `amount` is of `token`, which is sold or bought; a share is "N%" of what the vault holds. */
export type TradeLine = {
  side: "sell" | "buy";
  token: string;
  amount: string;
  counter?: string;
  sliceCount?: string;
  /** `isOneSlice`: "one every hour" may be one token, or one slice of those that were counted. */
  sliceAmount?: string;
  isOneSlice?: true;
  intervalMinutes?: number;
  durationMinutes?: number;
  /** The verb alone says that it is cut ("dca"): without slices it is half a sentence, and never one swap of it all. */
  isCut?: true;
  isAutomatic?: true;
  chainId?: ChainId;
  venue?: VenueId;
  /** Something of slices was said before how many: "1 ETH every hour in 5 slices" may mean 1 ETH five times. */
  isPaceFirst?: true;
};
