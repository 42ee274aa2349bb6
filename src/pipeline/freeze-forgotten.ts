import type { Address } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import type { Deps } from "../deps.ts";
import { recordForgotten } from "../store/attempts/record-forgotten.ts";

type Facts = {
  vault: Address;
  chainId: ChainId;
  agent: Address;
  operator: Address;
  /** The chain's transaction count of the agent. */
  chainNonce: number;
  /** Its nonce was used by an unrecorded transaction: notified once for it. Left out: once for this count. */
  attemptId?: string;
  /** That attempt stands in the store with other bytes than were sent. */
  isRewritten?: boolean;
  /** The operator has a channel for notifications. */
  paired: boolean;
};

/**
 * Its agent's transactions on chain are more than the store remembers: a slice may have run that its order does not know of, and must never
 * run again (decision 96). Repeating it changes nothing. Gives whether the vault is frozen now.
 * @throws store_unavailable
 */
export async function freezeForgotten(deps: Deps, { paired, ...facts }: Facts): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const { chainId, vault, agent, operator, chainNonce, attemptId, isRewritten } = facts;
  const payload: NotificationOf<"history_lost"> = {
    kind: "history_lost",
    id: `${attemptId ?? `lane:${chainId}:${agent}:${chainNonce}`}:history_lost`,
    vault,
    chainId,
    operator,
    createdAt: nowMs,
    agent,
    chainNonce,
  };
  const { frozen } = await recordForgotten.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    chainId,
    vault,
    agent,
    chainNonce,
    attemptId,
    isRewritten,
    alarm: paired ? { id: payload.id, operator, dueMs: nowMs, payload } : null,
  });
  deps.log("history_lost", {
    vault,
    chainId,
    agent,
    chainNonce,
    frozen,
    ...(attemptId !== undefined && { attempt: attemptId }),
  });
  return frozen;
}

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
