import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { DryRunCheck } from "../../schemas/dry-run-check.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { Deps } from "../deps.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { CallContext } from "./call-context.ts";
import type { Head } from "./chain-facts.ts";
import type { OrderCall } from "./order-run.ts";
import type { SwapBounds } from "./swap-bounds.ts";

/** What the pipeline needs of a call. `operator` is set only when it was verified, or named by an order. */
export type ExecutionContext = {
  deps: Deps;
  requestId: string;
  chainId: ChainId;
  vault: Address;
  operator: Address | undefined;
  executionMode: "manual" | "delegated";
  stored: () => Promise<CallContext>;
  /** What an order sets for a slice of it. */
  bounds?: SwapBounds | undefined;
  /** Present where somebody wants to know what the call saw of its means. */
  seen?: SeenFunds | undefined;
  /** Tokens that an approved card named for this one call or order. */
  names?: readonly Address[] | undefined;
  /** Present where this is tried for a card, which shows these tokens and whose approval names them. */
  offered?: { unnamed: Address[] } | undefined;
  /** With deps that write and sign nothing (calls/dry-deps.ts). */
  dryRun?: DryRun | undefined;
};

/** Names its attempt, and for an order's run carries what prepare checks and writes of the order. */
export type Purpose =
  | { kind: "call" }
  /** Approved by its operator: its attempt is named after it, so there can be one only. */
  | { kind: "operation"; operationId: string }
  /** A run of an order of any kind. */
  | {
      kind: "scheduled";
      orderId: number;
      sliceNumber: number;
      attemptId: string;
      leaseToken: number;
      version: number;
      /** On another chain than the order's. */
      isElsewhere?: true;
      /** What its attempt does to the order's record. */
      attempted: OrderCall["attempted"];
    };

/** Filled while the call is prepared, for whoever runs more of its kind. */
export type SeenFunds = {
  swap?: { balanceInBase: bigint; amountInBase: bigint; amountOutBase: bigint };
  /** Of who sends it. */
  gas?: { sender: Address; senderBalanceWei: bigint; gasUnits: bigint; l1FeeWei: bigint; head: Head };
};

/** Of the call that was prepared (prepare-call.ts): what its report tells. */
type Prepared = {
  facts: Head;
  sender: Address;
  senderBalanceWei: bigint;
  gasUnits: bigint;
  l1FeeWei: bigint | null;
  swapMeta: SwapMeta | undefined;
  loss: HeldLoss | undefined;
};

/** What a dry run notes while it goes the way of the write: filled by its runners (run-checks.ts, run-checks.ts, try-plan.ts) and by who answers it. */
export type DryRun = {
  /** In the order in which they were judged. */
  checks: DryRunCheck[];
  /** The first one: the write ends by it. */
  refusal?: Refusal;
  /** The data of what would be made once it is approved. */
  proposed?: Record<string, unknown> | undefined;
  call?: Prepared;
  fees?: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
  /** The vault's limits, and what counts against those of 24 hours; null: none are set. */
  limits?: Pick<CallContext, "limits" | "spent">;
  /** Losses of executed calls in parts per billion, and their limits in basis points. */
  losses?: { dayPpb: number; weekPpb: number; dayLimitBps: number; weekLimitBps: number };
};

/** In parts per billion of the vault's value. */
export type HeldLoss = {
  lossPpb: number;
  /** What its receipt cannot correct: a simulation that cost more than the swap's own bounds explain lost it elsewhere. */
  floorPpb: number;
  /** Counted, but no reason to refuse: the call only lowers risk, and a way out is always open. */
  isExit?: true;
};
