import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { planFees } from "../fees/plan-fees.ts";
import type { Head } from "../kinds/chain-facts.ts";

/** Above our cap the signer decides: the caps bind what the service itself broadcasts. */
export function signerFees(chainId: ChainId, { block: { baseFeePerGas }, tipWei }: Head) {
  const capped = planFees({ chainId, baseFeeWei: baseFeePerGas, suggestedTipWei: tipWei });
  return capped.ok ? capped.value : marketFees(chainId, baseFeePerGas, tipWei);
}

/** The node's tip is only a suggestion, and never worth more than the chain's cap on it. */
function marketFees(chainId: ChainId, baseFeeWei: bigint, tipWei: bigint) {
  const cap = chainOf(chainId).gasCap.priorityWei;
  const maxPriorityFeePerGas = tipWei < cap ? tipWei : cap;
  return { maxFeePerGas: baseFeeWei * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
}
