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
 * `idle`: nothing to send. `written`: already written down. `expired`: the order has ended.
 * `ending`: it ends before a transaction could be mined. `not_started`: it has not started.
 */
export type OrderRun =
  | ExecutionOutcome
  | { status: "idle"; found: string }
  | { status: "written" }
  | { status: "expired" }
  | { status: "ending" }
  | { status: "not_started" };

/** Ended, and not written down yet. */
export type EndedRun = Exclude<OrderRun, { status: "pending" | "written" }>;

/** A call through the common pipeline, with the settings of `chainId`. */
export type OrderCall = {
  requestId: string;
  tool: string;
  args: unknown;
  /** May differ from the order's. */
  chainId: ChainId;
  context: ClaimedOrder["context"];
  executionMode: "manual" | "delegated";
  /** Base units, fixed by the order. */
  amountBase: bigint;
  bounds?: SwapBounds;
  names?: readonly Address[] | undefined;
  sliceNumber: number;
  attemptId: string;
  /** Written with the intent, so that a late outcome cannot shift the pace. */
  attempted: { lastExecution: number } & Readonly<Record<string, unknown>>;
};

/** Codes by which the script refuses to replace an order. */
export type BecomeOrderRefusal =
  | "order_not_active"
  | "lease_lost"
  | "vault_frozen"
  | "vault_limit"
  | "operator_limit"
  | "grant_ended";

/**
 * One script ends an order and creates another. Fields `numberField` that are 0 get the new order's
 * number.
 */
export type Becoming = {
  ended: OrderResult;
  opens: Omit<AnyOrder, "id">;
  numberField: string;
  refusalOf(code: BecomeOrderRefusal, active: number): Refusal;
};

/** Its kind's decision for an order now. */
export type OrderDecision =
  | { kind: "ends"; run: EndedRun }
  | { kind: "calls"; call: OrderCall }
  | { kind: "becomes"; becoming: Becoming };

/** Absent parts are named as such to the operator (decision D37). */
export type PartialCall = {
  to?: string | undefined;
  from?: string | undefined;
  value?: string | undefined;
  data?: string | undefined;
};

/**
 * The end of a slice attempt, as far as known. `sellBase` and `buyBase` are base units of the sold
 * and the bought token.
 * - executed: mined and confirmed; amounts from the receipt, `estimated` for a native side
 * (decision D31).
 * - notified: autoExecute is false; built and past both shields; amounts from SwapMeta (decision
 * D37).
 * - failed: nothing happened on chain, or it reverted. `swapMeta` when the swap was built.
 * - meta_unreadable: no readable SwapMeta (decision D31); a failure that ends no open attempt.
 * - pending: prepared or sent; applied when the attempt is prepared.
 * - mined: mined and confirmed, and no swap, so without amounts.
 * - idle: nothing to send; `found` says why.
 * - expired: the order's end has come with nothing out; it ends with what is left.
 * - refused_state: cancelled or paused before sending, held by another worker, or waiting
 * (`waits`).
 */
export type SliceOutcome =
  | {
      kind: "executed";
      sellBase: bigint;
      buyBase: bigint;
      estimated: boolean;
      hash: Hex;
      blockNumber: bigint;
    }
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
  details?: Details | undefined;
  debugCall?: PartialCall | undefined;
  swapMeta?: Pick<SwapMeta, "sellAmount" | "buyAmount"> | null | undefined;
};

/** An order's bounds for its slices. */
export type SwapBounds = {
  /** `unit`: of the price, for people ("USDC per ETH"). */
  limit?: LimitPrice & { unit: string };
  /** Highest signed fee per gas, gwei. */
  maxGasPrice?: string;
  /** Latest calldata deadline. */
  endsSec?: number;
  /** Unix ms: written down by then or not at all; what decided it would be too old. */
  writtenByMs?: number;
};

/**
 * Price of the sold (`in`) or bought (`out`) token in the other one: human units, plain decimal.
 */
export type LimitPrice = {
  price: string;
  of: "in" | "out";
  decimalsIn: number;
  decimalsOut: number;
};
