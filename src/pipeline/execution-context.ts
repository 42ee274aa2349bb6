import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { PlannedSync } from "../../schemas/nav-sync.ts";
import type { TriggerFiring } from "../../schemas/trigger-order.ts";
import type { Deps } from "../deps.ts";
import type { CallContext } from "../store/vaults/call-context.ts";
import type { DryRun } from "./dry-run.ts";
import type { SeenFunds } from "./seen-funds.ts";
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
  /** Present where this is tried for a card: takes the tokens that nobody named, which the card then shows and its approval names. */
  offered?: { unnamed: Address[] } | undefined;
  /** Present in a dry run, with deps that write and sign nothing (calls/dry-deps.ts): what it notes on its way. */
  dryRun?: DryRun | undefined;
};

/** Why a transaction is broadcast: names its attempt, and for a slice carries what prepare checks and writes of the order. */
export type Purpose =
  | { kind: "call" }
  /** Approved by its operator: its attempt is named after it, so there can be one only. */
  | { kind: "operation"; operationId: string }
  /** A slice of a TWAP order, a run of a NAV sync, or a trigger order's trade, which are numbered as slices are. */
  | {
      kind: "twap";
      orderId: number;
      sliceNumber: number;
      attemptId: string;
      leaseToken: number;
      version: number;
      attempted: {
        lastExecution: number;
        anchorMs?: number;
        pointIndex?: number;
        pendingSync?: PlannedSync;
        firing?: TriggerFiring;
        /** What the slice is worth: it catches up where it is more than one. */
        pendingSlices?: number;
        pendingBase?: string;
      };
    };
