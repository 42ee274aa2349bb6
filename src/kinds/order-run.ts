import type { Address, Hex } from "viem";
import type { AnyOrder } from "../../schemas/any-order.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { Details, Refusal } from "../lib/verdict.ts";
import type { ClaimedOrder } from "./call-context.ts";
import type { ExecutionOutcome } from "./execution-outcome.ts";
import type { OrderResult } from "./order-result.ts";

/**
 * `idle`: nothing to send, for the reason found. `written`: written down already. `expired`: its order's end has come. `ending`: it comes
 * before a transaction could be mined. `not_started`: its order's start has not come.
 */
export type OrderRun =
  | ExecutionOutcome
  | { status: "idle"; found: string }
  | { status: "written" }
  | { status: "expired" }
  | { status: "ending" }
  | { status: "not_started" };

/** One that has ended, and is not written down yet. */
export type EndedRun = Exclude<OrderRun, { status: "pending" | "written" }>;

/** Through the pipeline of every other door, with the settings of `chainId`. */
export type OrderCall = {
  requestId: string;
  /** Its name. */
  tool: string;
  args: unknown;
  /** Need not be the order's own. */
  chainId: ChainId;
  /** What is stored of the vault on that chain, by whose settings it is sent. */
  context: ClaimedOrder["context"];
  executionMode: "manual" | "delegated";
  /** Base units, as the order fixed them. */
  amountBase: bigint;
  bounds?: SwapBounds;
  /** Tokens that an approved card named for this order. */
  names?: readonly Address[] | undefined;
  sliceNumber: number;
  attemptId: string;
  /** Written with the intent, so that its outcome, whenever it comes, cannot shift the pace. */
  attempted: { lastExecution: number } & Readonly<Record<string, unknown>>;
};

/** Why it does not become another: what its script refuses with. */
export type BecomeOrderRefusal =
  | "order_not_active"
  | "lease_lost"
  | "vault_frozen"
  | "vault_limit"
  | "operator_limit"
  | "grant_ended";

/**
 * One script ends the one and creates the other. Where `numberField` of the ended one, of its event and of its notifications is 0, the new
 * order's number is written.
 */
export type Becoming = {
  ended: OrderResult;
  opens: Omit<AnyOrder, "id">;
  numberField: string;
  refusalOf(code: BecomeOrderRefusal, active: number): Refusal;
};

/** What an order has to do now, as its kind decides. */
export type OrderDecision =
  | { kind: "ends"; run: EndedRun }
  | { kind: "calls"; call: OrderCall }
  | { kind: "becomes"; becoming: Becoming };

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

type FailedSlice = {
  kind: "failed";
  error: string;
  code: ErrorCode;
  /** The numbers that decided, for the audit log. */
  details?: Details | undefined;
  debugCall?: PartialCall | undefined;
  swapMeta?: Pick<SwapMeta, "sellAmount" | "buyAmount"> | null | undefined;
};

/** For its own slices. Absent: nothing. */
export type SwapBounds = {
  /** `unit`: of the price, for people ("USDC per ETH"). */
  limit?: LimitPrice & { unit: string };
  /** In gwei: the highest fee per gas that is signed. */
  maxGasPrice?: string;
  /** Unix seconds: the last that the calldata may be good at. */
  endsSec?: number;
  /** Unix ms: an intent is written down by then or not at all, because what decided it is too old. */
  writtenByMs?: number;
};

/** A limit price: of one token that is sold (`in`) or bought (`out`), in the other one, in human units as a plain decimal. */
export type LimitPrice = { price: string; of: "in" | "out"; decimalsIn: number; decimalsOut: number };
