import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { RouterVersion } from "../chain/router-version.ts";
import type { FetchLike } from "../chain/rpc.ts";
import type { Env, NumberName } from "../env.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { Settings } from "./channel.ts";
import type { RouterFacts, SwapCall, VaultCall } from "./vault-call.ts";

/** A venue that quotes swaps and gives their calldata. */
export type Venue = {
  id: VenueId;
  name: string;
  chains: readonly ChainId[];
  env: {
    /** Without one of `needs` it is not configured; `takes` may be set. */
    needs: readonly string[];
    takes?: readonly string[];
    /** Variable for its key's requests a second. */
    callsPerSecond?: NumberName;
  };
  calls: {
    perSecond: number;
    /** Requests of a swap: quote, and calldata where separate. */
    perSlice: number;
  };
  /** The vault's method for its swaps, to be delegated to an agent. */
  method: Hex;
  /** Chain facts that its calldata is built or checked with. */
  needs: readonly ("routerVersion" | "settlers")[];
  exactOutput: "exactly" | "at least";
  /** Its adapter, loaded at first use. @throws not_configured */
  create(options: VenueDeps): Promise<VenuePort>;
  calldata(): Promise<VenueCalldata>;
};

/** `settings`: those of its `needs` and `takes` that are set. */
type VenueDeps = { env: Env; settings: Settings; fetch: FetchLike; timeoutMs: number };

export type VenueCalldata = {
  /**
   * Sets our deadline (Unix seconds) alone. Refuses with venue_calldata_rejected where it cannot
   * carry one.
   */
  dated(data: Hex, how: Dating): Verdict<Hex>;
  /** From the bytes alone. Never throws: doubt is no swap. */
  read(data: Hex, facts: RouterFacts): VaultCall;
  rules: SwapRules;
};

/** `endsByNonce`: the agent sends it, and freeing its nonce ends it at `deadlineSec`. */
export type Dating = { deadlineSec: number; router: RouterFacts; endsByNonce: boolean };

/**
 * Calls to a venue in a window: per slice, of all slices, of one operator. `beyond`: above `from`
 * of `total`, one operator may use `each` of the rest.
 */
export type VenueShare = {
  calls: number;
  total: number;
  each: number;
  beyond?: { from: number; each: number };
};
/** A window drains evenly: calls older than it count no more. */
export type VenueShares = { windowMs: number; venues: Record<VenueId, VenueShare> };

/**
 * `exactIn` sells `amountBase` of tokenIn; `exactOut` receives it of tokenOut. Without a taker the
 * quote is indicative and has no calldata.
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
  /** Pool DEX only: the vaults' adapter version where remembered, else "2.0". */
  routerVersion?: RouterVersion;
};

type PoolProtocol = "V2" | "V3" | "V4";

/** `limitBase`: least output (exactIn) or most input (exactOut) after slippage. */
export type VenueQuote = {
  venue: VenueId;
  request: SwapRequest;
  amountInBase: bigint;
  amountOutBase: bigint;
  limitBase: bigint;
  /**
   * Present where the two amounts are not all: 0x spends all of `limitBase` and gives nothing back
   * (decision D16).
   */
  whole?: { inBase: bigint; outBase: bigint };
  gasUnits: bigint;
  /** Charged out of the swap; `amountOutBase` is the rest. */
  fees?: readonly { token: Address; amountBase: bigint }[];
  raw: Readonly<Record<string, unknown>>;
  transaction?: VenueTransaction;
};

/** As the venue sent it: untrusted until decoded and checked. */
export type VenueTransaction = { to: Address; data: Hex; valueBase: bigint };

/** The adapter's router version, and a deadline where the venue takes one (0x does not). */
export type VenueFacts = { routerVersion: RouterVersion; deadlineSec?: number };

/** A venue's adapter, as a call has it. */
export type VenuePort = {
  id: VenueId;
  /**
   * One call. Refuses with no_route, exact_output_unsupported, venue_unavailable or
   * venue_bad_response.
   */
  quote(request: SwapRequest): Promise<Verdict<VenueQuote>>;
  /** No further call where the quote carried the calldata. */
  transaction(quote: VenueQuote, facts: VenueFacts): Promise<Verdict<VenueTransaction>>;
};

/** One difference between calldata and request. */
export type Mismatch = { what: string; expected: string; actual: string };

/** A venue's rules beside those of every swap. */
export type SwapRules = {
  isOwn(call: SwapCall): boolean;
  mismatches(call: SwapCall, expected: SwapExpectation): readonly Mismatch[];
  mayCarryNoDeadline?(call: SwapCall, expected: SwapExpectation): boolean;
};

/**
 * exactIn sells `amountBase` for at least `limitBase`; exactOut gets `amountBase` for at most
 * `limitBase`. The zero address is the native coin.
 */
export type SwapExpectation = {
  venue: VenueId;
  vault: Address;
  tokenIn: Address;
  tokenOut: Address;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
  limitBase: bigint;
  /** Unix seconds, inclusive. */
  deadlineMinSec: number;
  deadlineMaxSec: number;
  /**
   * The agent sends it: freeing its nonce ends it at `deadlineMaxSec`. Only then may a native sale
   * at 0x lack a deadline; the owner's multicall is refused.
   */
  endsByNonce?: boolean;
  /** In base units; needed for 0x. */
  fees?: readonly { token: Address; amountBase: bigint }[];
  /** After fees; the base of a fee in the bought token. */
  quotedOutBase?: bigint;
  /** The current and the previous one, read on chain; needed for 0x. */
  settlers?: readonly Address[];
};
