import { toHex } from "viem";
import type { UnsignedTransaction } from "../../schemas/calls/unsigned-transaction.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { planFees } from "../fees/plan-fees.ts";
import type { Head } from "../kinds/chain-facts.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { PreparedCall } from "./prepared-call.ts";

/** The caps bind our own broadcasts; above them the signer decides. */
export function signerFees(chainId: ChainId, { block: { baseFeePerGas }, tipWei }: Head) {
  const capped = planFees({ chainId, baseFeeWei: baseFeePerGas, suggestedTipWei: tipWei });
  return capped.ok ? capped.value : marketFees(chainId, baseFeePerGas, tipWei);
}

/** A node's tip is a suggestion, never worth more than the chain's cap. */
function marketFees(chainId: ChainId, baseFeeWei: bigint, tipWei: bigint) {
  const cap = chainOf(chainId).gasCap.priorityWei;
  const maxPriorityFeePerGas = tipWei < cap ? tipWei : cap;
  return { maxFeePerGas: baseFeeWei * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** Unsigned data of a prepared call. */
export function unsignedOf(
  ctx: ExecutionContext,
  call: PreparedCall,
): Extract<ExecutionOutcome, { status: "unsigned" }> {
  const fees = signerFees(ctx.chainId, call.facts);
  const transaction: UnsignedTransaction = {
    to: ctx.vault,
    data: call.data,
    value: "0x0",
    chainId: ctx.chainId,
    from: call.sender,
    gas: toHex(call.gasUnits),
    maxFeePerGas: toHex(fees.maxFeePerGas),
    maxPriorityFeePerGas: toHex(fees.maxPriorityFeePerGas),
    ...(call.deadlineSec !== undefined && { deadline: call.deadlineSec }),
    description: call.description,
    ...(call.swapMeta !== undefined && { swapMeta: call.swapMeta }),
    ownerOnly: call.ownerOnly,
  };
  return { status: "unsigned", transaction, swap: call.swap, figures: call.figures };
}
