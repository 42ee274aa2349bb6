import type { SwapExpectation } from "./swap-expectation.ts";
import type { SwapCall } from "./vault-call.ts";

/** One thing in which calldata differs from what was asked. */
export type Mismatch = { what: string; expected: string; actual: string };

/** What a venue says of its own calldata, beside what is compared of every swap. */
export type SwapRules = {
  /** Whether a swap has the form that this venue's calldata has. */
  isOwn(call: SwapCall): boolean;
  /** Everything else that differs, in the order in which it is reported; `call` is one of its own. */
  mismatches(call: SwapCall, expected: SwapExpectation): readonly Mismatch[];
  /** Whether what `expected` says may go without a deadline in its calldata. Left out: never. */
  mayCarryNoDeadline?(call: SwapCall, expected: SwapExpectation): boolean;
};
