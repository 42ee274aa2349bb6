import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { freezeForgotten } from "./freeze-forgotten.ts";

/**
 * The store lost an attempt (`attempt_rewritten`) while it was out and then wrote other bytes under its id, so both may be mined. What the
 * store remembers stays open for the resolver; that more may have run is the operator's to look at (decision 118). Something that was never
 * sent stops nothing.
 * @throws store_unavailable
 */
export async function freezeRewritten(deps: Deps, attempt: Attempt, paired: boolean): Promise<void> {
  if (attempt.status === "never_sent") return;
  await freezeForgotten(deps, {
    vault: attempt.vault,
    chainId: attempt.chainId,
    agent: attempt.agent,
    operator: attempt.operator,
    // Its nonce is used: that is how it ended.
    chainNonce: attempt.nonce + 1,
    attemptId: attempt.id,
    isRewritten: true,
    paired,
  });
}
