import type { Address } from "viem";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { SwapCall } from "./vault-call.ts";

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
