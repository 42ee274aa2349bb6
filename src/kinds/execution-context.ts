import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import type { CallContext } from "./call-context.ts";
import type { Head } from "./chain-facts.ts";
import type { DryRun } from "./dry-run.ts";
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
