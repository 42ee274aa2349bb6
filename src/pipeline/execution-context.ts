import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { PlannedSync } from "../../schemas/nav-sync.ts";
import type { Deps } from "../deps.ts";
import type { CallContext } from "../store/vaults/call-context.ts";

/** What the pipeline needs of a call. `operator` is set only when it was verified, or named by an order. */
export type ExecutionContext = {
  deps: Deps;
  requestId: string;
  chainId: ChainId;
  vault: Address;
  operator: Address | undefined;
  executionMode: "manual" | "delegated";
  stored: () => Promise<CallContext>;
};

/** Why a transaction is broadcast: names its attempt, and for a slice carries what prepare checks and writes of the order. */
export type Purpose =
  | { kind: "call" }
  /** Approved by its operator: its attempt is named after it, so there can be one only. */
  | { kind: "operation"; operationId: string }
  /** A slice of a TWAP order, or a run of a NAV sync, which is numbered as a slice is. */
  | {
      kind: "twap";
      orderId: number;
      sliceNumber: number;
      attemptId: string;
      leaseToken: number;
      version: number;
      attempted: { lastExecution: number; anchorMs: number; pointIndex: number; pendingSync?: PlannedSync };
    };
