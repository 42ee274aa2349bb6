import type { Address } from "viem";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { SwapCall } from "./vault-call.ts";

/** One thing in which calldata differs from what was asked. */
export type Mismatch = { what: string; expected: string; actual: string };

/** Beside what is compared of every swap. */
export type SwapRules = {
  /** By the form of this venue's calldata. */
  isOwn(call: SwapCall): boolean;
  /** In the order in which it is reported; `call` is one of its own. */
  mismatches(call: SwapCall, expected: SwapExpectation): readonly Mismatch[];
  /** In the calldata. Left out: never. */
  mayCarryNoDeadline?(call: SwapCall, expected: SwapExpectation): boolean;
};

/**
 * exactIn: `amountBase` is sold and `limitBase` is the least that must arrive. exactOut: `amountBase` must arrive and `limitBase` is the
 * most that may be sold. The zero address is the native coin.
 */
export type SwapExpectation = {
  venue: VenueId;
  vault: Address;
  tokenIn: Address;
  tokenOut: Address;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
  limitBase: bigint;
  /** Unix seconds, both inclusive. */
  deadlineMinSec: number;
  deadlineMaxSec: number;
  /**
   * The agent sends it: freeing its nonce ends it at `deadlineMaxSec`. A native sale at 0x may then carry no deadline, and the owner's
   * multicall is refused. Left out, the calldata must carry one.
   */
  endsByNonce?: boolean;
  /** By token, in base units; needed for 0x. */
  fees?: readonly { token: Address; amountBase: bigint }[];
  /** After fees; the base of a fee in the bought token. */
  quotedOutBase?: bigint;
  /** The current and the previous one, read on chain; needed for 0x. */
  settlers?: readonly Address[];
};
