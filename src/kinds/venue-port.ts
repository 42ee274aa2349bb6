import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { RouterVersion } from "../chain/router-version.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * `exactIn`: sell `amountBase` of tokenIn. `exactOut`: receive `amountBase` of tokenOut. Without a taker the quote is indicative and carries
 * no calldata.
 */
export type SwapRequest = {
  chainId: ChainId;
  tokenIn: Token;
  tokenOut: Token;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
  slippageBps: number;
  taker?: Address;
  /** Pool DEX only; all of them when absent. */
  protocols?: readonly PoolProtocol[];
  /** Pool DEX only: of the vaults' adapter where it is remembered, else "2.0". */
  routerVersion?: RouterVersion;
};

export type PoolProtocol = "V2" | "V3" | "V4";

/** `limitBase` is the minimum output (exactIn) or the maximum input (exactOut) after slippage. */
export type VenueQuote = {
  venue: VenueId;
  request: SwapRequest;
  amountInBase: bigint;
  amountOutBase: bigint;
  limitBase: bigint;
  /** Where not the two amounts: 0x spends all of `limitBase` and gives nothing back (decision 450). */
  whole?: { inBase: bigint; outBase: bigint };
  gasUnits: bigint;
  /** Charged out of the swap; `amountOutBase` is what is left. */
  fees?: readonly { token: Address; amountBase: bigint }[];
  /** The venue's own JSON, unchanged. */
  raw: Readonly<Record<string, unknown>>;
  /** When the venue returned it with the quote. */
  transaction?: VenueTransaction;
};

/** As the venue sent it: nothing is trusted before it was decoded and checked. */
export type VenueTransaction = { to: Address; data: Hex; valueBase: bigint };

/** The router version of the vault's adapter, and the calldata's deadline where the venue takes one (0x does not). */
export type VenueFacts = { routerVersion: RouterVersion; deadlineSec?: number };

/** A venue's adapter, as a call has it. */
export type VenuePort = {
  id: VenueId;
  /** One call. Refuses with no_route, exact_output_unsupported, venue_unavailable or venue_bad_response. */
  quote(request: SwapRequest): Promise<Verdict<VenueQuote>>;
  /** For a quote with a taker: no further call where it carried the calldata, else one. */
  transaction(quote: VenueQuote, facts: VenueFacts): Promise<Verdict<VenueTransaction>>;
};
