import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/auth/agent-grant.ts";
import type { AttemptMarket } from "../../schemas/calls/attempt.ts";
import type { DryRunCheck } from "../../schemas/calls/dry-run-check.ts";
import type { SwapMeta } from "../../schemas/calls/unsigned-transaction.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { CallContext } from "./call-context.ts";
import type { Head } from "./chain-facts.ts";
import type { OrderCall, SwapBounds } from "./order-run.ts";

/** A call as the pipeline takes it. `operator` was verified, or is named by an order. */
export type ExecutionContext = {
  deps: Deps;
  requestId: string;
  chainId: ChainId;
  vault: Address;
  operator: Address | undefined;
  grant?: AgentGrant | undefined;
  executionMode: "manual" | "delegated";
  stored: () => Promise<CallContext>;
  bounds?: SwapBounds | undefined;
  /** Present where the caller wants the means that were seen. */
  seen?: SeenFunds | undefined;
  /** Tokens that an approved card named for this call or order. */
  names?: readonly Address[] | undefined;
  /** Present while a card is tried: collects the tokens that its approval will name. */
  offered?: { unnamed: Address[] } | undefined;
  /** With deps that write and sign nothing (calls/dry-deps.ts). */
  dryRun?: DryRun | undefined;
};

/** Names the attempt; an order's run also carries what prepare checks and writes. */
export type Purpose =
  | { kind: "call" }
  /** An approved operation names its attempt, so there is only one. */
  | { kind: "operation"; operationId: string }
  | {
      kind: "scheduled";
      orderId: number;
      sliceNumber: number;
      attemptId: string;
      leaseToken: number;
      version: number;
      isElsewhere?: true;
      attempted: OrderCall["attempted"];
    };

/** Prices that a call read, as its attempt would keep them. */
export type SeenMarket = Omit<AttemptMarket, "coin"> & { venue: string };

/** Filled while a call is prepared, for whoever runs more of its kind. */
export type SeenFunds = {
  swap?: { balanceInBase: bigint; amountInBase: bigint; amountOutBase: bigint };
  /** Oracle and quote, also of a call that is refused. */
  market?: SeenMarket;
  gas?: {
    sender: Address;
    senderBalanceWei: bigint;
    gasUnits: bigint;
    l1FeeWei: bigint;
    head: Head;
  };
};

/** The prepared call (prepare-call.ts), for a report. */
type Prepared = {
  facts: Head;
  sender: Address;
  senderBalanceWei: bigint;
  gasUnits: bigint;
  l1FeeWei: bigint | null;
  swapMeta: SwapMeta | undefined;
  loss: HeldLoss | undefined;
};

/** Notes of a dry run on the way of the write (run-checks.ts, try-plan.ts). */
export type DryRun = {
  checks: DryRunCheck[];
  refusal?: Refusal;
  proposed?: Record<string, unknown> | undefined;
  call?: Prepared;
  fees?: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
  /** The vault's limits and their 24-hour sums; null: none are set. */
  limits?: Pick<CallContext, "limits" | "spent">;
  /** Losses of executed calls (parts per billion) and limits (basis points). */
  losses?: { dayPpb: number; weekPpb: number; dayLimitBps: number; weekLimitBps: number };
};

export type HeldLoss = {
  lossPpb: number;
  /**
   * Loss that the receipt cannot correct: the simulation cost more than the swap's own bounds
   * explain.
   */
  floorPpb: number;
  /** Counted, but never refused: a way out is always open. */
  isExit?: true;
};
