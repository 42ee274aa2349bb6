import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Verdict } from "../lib/verdict.ts";

/** What is asked of Across: so much of a token to the same token of another chain, with the message that comes with it. */
export type BridgeRequest = {
  originChainId: ChainId;
  destinationChainId: ChainId;
  inputToken: Address;
  outputToken: Address;
  amountBase: bigint;
  /** Who is paid there, and what is done with it: a fill costs its relayer gas by it. Absent: a plain transfer's price. */
  delivery?: { recipient: Address; message: Hex };
};

/** Amounts in base units: the output in those of the token on the other chain, exactly as a relayer would pay it. */
export type BridgeQuote = {
  outputAmountBase: bigint;
  isAmountTooLow: boolean;
  /** The time that the deposit has to name, in seconds. */
  quoteTimestampSec: number;
  estimatedFillSec: number;
  /** The pool that the deposit is for, as Across names it; compared with the one we know. */
  spokePool: Address;
};

/** The venue that carries tokens to other chains. */
export type BridgeVenue = {
  /** Refuses with bridge_pair_unsupported, bridge_amount_too_low, bridge_destination_unready where the arrival would revert, venue_unavailable or venue_bad_response. */
  quote(request: BridgeRequest): Promise<Verdict<BridgeQuote>>;
};
