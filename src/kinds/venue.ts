import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { RouterVersion } from "../chain/router-version.ts";
import type { FetchLike } from "../chain/rpc.ts";
import type { Env, EnvName, NumberName } from "../env.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { SwapRules } from "./swap-rules.ts";
import type { RouterFacts, VaultCall } from "./vault-call.ts";

/** Where swaps are quoted and their calldata comes from. */
export type Venue = {
  id: VenueId;
  /** In sentences. */
  name: string;
  chains: readonly ChainId[];
  env: {
    /** Names that have to be set: without one of them it is not configured. */
    needs: readonly EnvName[];
    /** The name of the requests a second that its key is good for. */
    callsPerSecond?: NumberName;
  };
  calls: {
    /** Requests a second of a key of its smallest plan. */
    perSecond: number;
    /** Requests of one swap: its quote, and its calldata where that is another. */
    perSlice: number;
  };
  /** The vault's method that its swaps go through: what an agent needs delegated. */
  method: Hex;
  /** What only the chain says and its calldata is built or checked with. */
  needs: readonly ("routerVersion" | "settlers")[];
  /** What arrives of an exact output. */
  exactOutput: "exactly" | "at least";
  /** Its adapter, loaded with its first use. @throws not_configured */
  create(options: VenueDeps): Promise<VenuePort>;
  /** How its calldata is dated, read and judged, loaded with its first use. */
  calldata(): Promise<VenueCalldata>;
};

/** What an adapter is made with. `timeoutMs` bounds one request, body included. */
type VenueDeps = { env: Env; fetch: FetchLike; timeoutMs: number };

/** Dated, read from its bytes, compared with what was asked. */
export type VenueCalldata = {
  /**
   * With our deadline (Unix seconds), and nothing else changed that it may do. Refuses with venue_calldata_rejected where it cannot carry
   * one.
   */
  dated(data: Hex, how: Dating): Verdict<Hex>;
  /** From its bytes alone. Never throws: what cannot be vouched for is no swap. */
  read(data: Hex, facts: RouterFacts): VaultCall;
  rules: SwapRules;
};

/** `endsByNonce`: the agent sends it, and freeing its nonce ends it at `deadlineSec`. */
export type Dating = { deadlineSec: number; router: RouterFacts; endsByNonce: boolean };

/**
 * In calls to one venue within a window: what a slice needs of it, and what all slices, and one operator's, may use. `beyond`: where `total` is
 * more than slices may use (`from`), what one operator may use of the rest.
 */
export type VenueShare = { calls: number; total: number; each: number; beyond?: { from: number; each: number } };
/** A window drains evenly: what was taken a whole one ago counts no more. */
export type VenueShares = { windowMs: number; venues: Record<VenueId, VenueShare> };

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

type PoolProtocol = "V2" | "V3" | "V4";

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
