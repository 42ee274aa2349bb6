import type { Hash } from "viem";
import type { Receipt } from "../chain/transaction-reads.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type {
  DebugCall,
  ExecutedAmounts,
  ExecutionOutcome,
  Intent,
  ShieldFigures,
} from "../kinds/execution-outcome.ts";
import { refuse } from "../lib/verdict.ts";
import { endedAttempt } from "./ended-attempt.ts";
import { readAmounts } from "./read-amounts.ts";

/** Waits a few seconds for the receipt: confirmed, reverted, or not known yet. */
export async function awaitOutcome(
  ctx: ExecutionContext,
  intent: Intent,
  figures: ShieldFigures,
  debugCall: DebugCall,
): Promise<ExecutionOutcome> {
  const hash = intent.attempt.hashes[0] as Hash;
  const receipt = await ctx.deps.chain(ctx.chainId).receipts.confirmed(hash, BigInt(intent.attempt.gas));
  if (receipt !== null) return mined(ctx, intent, receipt, figures, debugCall);
  return { status: "pending", hash, intent, figures };
}

async function mined(
  ctx: ExecutionContext,
  intent: Intent,
  receipt: Receipt,
  figures: ShieldFigures,
  debugCall: DebugCall,
): Promise<ExecutionOutcome> {
  const { hash, blockNumber } = receipt;
  const { attempt } = intent;
  const closed = (status: "confirmed" | "reverted", amounts: ExecutedAmounts | null): Intent => ({
    ...intent,
    attempt: endedAttempt(attempt, status, receipt, amounts),
  });
  if (receipt.status === "reverted") {
    const refusal = refuse(
      "transaction_reverted",
      "The transaction was mined and reverted: the vault is unchanged but for the agent's gas.",
      { hash, block: blockNumber.toString() },
    );
    return { status: "reverted", hash, intent: closed("reverted", null), refusal, debugCall };
  }
  const amounts =
    attempt.swap === null
      ? null
      : await readAmounts(ctx.deps.chain(ctx.chainId).rpc, attempt.vault, attempt.swap, receipt);
  return { status: "confirmed", hash, blockNumber, amounts, intent: closed("confirmed", amounts), figures };
}
