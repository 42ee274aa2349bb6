import type { Address } from "viem";
import type { DryRunCheck } from "../../schemas/dry-run-check.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { CallContext } from "./call-context.ts";
import type { Head } from "./chain-facts.ts";

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

/** What a dry run notes while it goes the way of the write: filled by its runners (note-check.ts, run-checks.ts, try-plan.ts) and by who answers it. */
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
