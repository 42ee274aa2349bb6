import type { Hex } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { Details } from "../lib/verdict.ts";

/** Absent parts are named as such to the operator (decision 47). */
export type PartialCall = {
  to?: string | undefined;
  from?: string | undefined;
  value?: string | undefined;
  data?: string | undefined;
};

/**
 * How a slice attempt ended, or that its end is not known yet. `sellBase` and `buyBase` are base units of the sell and
 * the buy token.
 * - executed: mined with its confirmations; amounts from the receipt, `estimated` when a native side is the quote's (decision 42).
 * - notified: autoExecute is false, built and past both shields; amounts from SwapMeta (decision 41).
 * - failed: nothing happened on chain, or it reverted. `swapMeta` when the swap was built.
 * - meta_unreadable: the tool's answer carried no readable SwapMeta (decision 43): a failure, but it ends no open attempt.
 * - pending: prepared or sent, outcome unknown; neither success nor failure. Apply it when the attempt is prepared.
 * - mined: mined with its confirmations, and no swap, so there are no amounts to be read.
 * - idle: a run that looked and had nothing to send; `found` says why.
 * - expired: its order's end has come, and nothing is out: the order ends with what is left.
 * - refused_state: the order was cancelled or paused before anything was sent, another worker has it, or it has to wait (`waits`, with the `figures` that decided).
 */
export type SliceOutcome =
  | { kind: "executed"; sellBase: bigint; buyBase: bigint; estimated: boolean; hash: Hex; blockNumber: bigint }
  | { kind: "notified"; sellBase: bigint; buyBase: bigint }
  | FailedSlice
  | { kind: "meta_unreadable"; error?: string | undefined; debugCall?: PartialCall | undefined }
  | { kind: "pending"; attemptId: string; hash: Hex }
  | { kind: "mined"; hash: Hex; blockNumber: bigint }
  | { kind: "idle"; found: string }
  | { kind: "expired" }
  | { kind: "refused_state"; waits?: WaitReason; figures?: OrderWaiting["figures"] };

export type FailedSlice = {
  kind: "failed";
  error: string;
  code: ErrorCode;
  /** The numbers that decided, for the audit log. */
  details?: Details | undefined;
  debugCall?: PartialCall | undefined;
  swapMeta?: Pick<SwapMeta, "sellAmount" | "buyAmount"> | null | undefined;
};
