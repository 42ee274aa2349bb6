import type { SwapExpectation } from "./swap-expectation.ts";
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
