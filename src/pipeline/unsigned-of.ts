import { toHex } from "viem";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { signerFees } from "./signer-fees.ts";

/** A prepared call as unsigned data for whoever sends it, with the shields' figures. */
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
