import type { Address, Hash } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { Deps } from "../deps.ts";
import { planFees } from "../safety/plan-fees.ts";
import { sendTransaction } from "./send-transaction.ts";
import { signNothing } from "./sign-nothing.ts";

/**
 * Sends 0 wei from an attempt's agent to itself at a nonce that no attempt holds. Nothing is written down: it has no
 * effect whether it is mined once or never, and the chain admits one transaction there. Undefined above the gas cap.
 */
export async function useUpNonce(deps: Deps, attempt: Attempt, nonce: number): Promise<Hash | undefined> {
  const chain = deps.chain(attempt.chainId);
  const [head, tip] = await chain.rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]);
  if (!head.ok) return undefined;
  const fees = planFees({
    chainId: attempt.chainId,
    baseFeeWei: head.value.baseFeePerGas,
    suggestedTipWei: tip.ok ? tip.value : 0n,
  });
  if (!fees.ok) return undefined;
  const signed = await signNothing(deps, attempt, nonce, fees.value);
  deps.log("nonce_hole_filled", {
    agent: attempt.agent as Address,
    chainId: attempt.chainId,
    nonce,
    hash: signed.hash,
  });
  await sendTransaction(chain, signed.raw);
  return signed.hash;
}
