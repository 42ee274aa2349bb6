import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Verdict } from "../lib/verdict.ts";

/** To the same token of another chain. */
export type BridgeRequest = {
  originChainId: ChainId;
  destinationChainId: ChainId;
  inputToken: Address;
  outputToken: Address;
  amountBase: bigint;
  /** A fill costs its relayer gas by it. Absent: a plain transfer's price. */
  delivery?: { recipient: Address; message: Hex };
};

/** In base units: the output as a relayer would pay it, in the other chain's token. */
export type BridgeQuote = {
  outputAmountBase: bigint;
  isAmountTooLow: boolean;
  /** The time that the deposit has to name, in seconds. */
  quoteTimestampSec: number;
  estimatedFillSec: number;
  /** As Across names it; compared with the one we know. */
  spokePool: Address;
};

/** The venue that carries tokens to other chains. */
export type BridgeVenue = {
  /**
   * Refuses with bridge_pair_unsupported, bridge_amount_too_low, bridge_destination_unready where the arrival would revert,
   * venue_unavailable or venue_bad_response.
   */
  quote(request: BridgeRequest): Promise<Verdict<BridgeQuote>>;
};
