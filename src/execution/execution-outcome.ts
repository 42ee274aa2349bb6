import type { Address, Hash, Hex } from "viem";
import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import type { Refusal } from "../lib/verdict.ts";

/** The shields' figures for people and records: amounts as strings in base units. */
export type ShieldFigures = {
  swapShield: { priceFeedExists: boolean; deltaBps: number; oracleAmountBase: string; quotedAmountBase: string; toleranceBps: number } | null;
  navShield: { beforeUnitaryValue: string; afterUnitaryValue: string; baselineUnitaryValue: string | null; lossBps: number; thresholdBps: number; measured: boolean } | null;
};

/** What was about to be called when something failed; parts that were not known yet are absent (decision 47). */
export type DebugCall = { to?: Address; from?: Address; value?: string; data?: Hex };

/** Amounts of a mined swap, read from its receipt. `estimated` when a native side had to be kept as quoted (decision 42). */
export type ExecutedAmounts = { soldBase: bigint; boughtBase: bigint; estimated: boolean };

/**
 * What became of a planned transaction. `pending` is a state of its own: neither success nor failure. A refusal after
 * the attempt was written carries the attempt closed as never sent, for whoever finishes the record.
 */
export type ExecutionOutcome =
  | { status: "unsigned"; transaction: UnsignedTransaction; swap: AttemptSwap | null; figures: ShieldFigures }
  | { status: "confirmed"; hash: Hash; blockNumber: bigint; amounts: ExecutedAmounts | null; attempt: Attempt; figures: ShieldFigures }
  | { status: "pending"; hash: Hash; attempt: Attempt; figures: ShieldFigures }
  | { status: "reverted"; hash: Hash; attempt: Attempt; refusal: Refusal; debugCall: DebugCall }
  | { status: "refused"; refusal: Refusal; debugCall?: DebugCall; attempt?: Attempt };
