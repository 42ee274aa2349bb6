import type { Address, Hash } from "viem";
import { blockReads } from "../chain/block-reads.ts";
import { type Receipt, transactionReads } from "../chain/transaction-reads.ts";
import { refuse } from "../lib/refuse.ts";
import { CONFIRMATIONS } from "./confirmations.ts";
import { endedAttempt } from "./ended-attempt.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { DebugCall, ExecutedAmounts, ExecutionOutcome, Intent, ShieldFigures } from "./execution-outcome.ts";
import { readAmounts } from "./read-amounts.ts";

/** A fast chain answers within these; what takes longer is `pending`, and a later tick's resolver decides. */
const POLL_AFTER_MS = [0, 500, 1_000, 1_500, 2_000] as const;

/** Looks for the receipt a few times and says what became of the attempt: confirmed, reverted, or not known yet. */
export async function awaitOutcome(
  ctx: ExecutionContext,
  intent: Intent,
  figures: ShieldFigures,
  debugCall: DebugCall,
): Promise<ExecutionOutcome> {
  const hash = intent.attempt.hashes[0] as Hash;
  const { rpc } = ctx.deps.chain(ctx.chainId);
  for (const waitMs of POLL_AFTER_MS) {
    if (waitMs > 0) await ctx.deps.sleep(waitMs);
    const [receipt, head] = await rpc.send([transactionReads.receipt(hash), blockReads.latest()]);
    if (!receipt.ok || receipt.value === null || !head.ok) continue;
    if (head.value.number - receipt.value.blockNumber + 1n < CONFIRMATIONS[ctx.chainId]) continue;
    return mined(ctx, intent, receipt.value, figures, debugCall);
  }
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
      : await readAmounts(ctx.deps.chain(ctx.chainId).rpc, attempt.vault as Address, attempt.swap, receipt);
  return { status: "confirmed", hash, blockNumber, amounts, intent: closed("confirmed", amounts), figures };
}
