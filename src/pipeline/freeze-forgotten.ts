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
  chainNonce: number;
  /**
   * An unrecorded transaction used its nonce: one notification for it. Absent: one for this count.
   */
  attemptId?: string;
  /** The store has the attempt with other bytes than were sent. */
  isRewritten?: boolean;
  paired: boolean;
};

/**
 * Freezes a vault whose agent sent more than the store knows: a forgotten slice must never run
 * again (decision D33). Idempotent; true: frozen now. @throws store_unavailable
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
 * The store lost an attempt that was out and wrote other bytes under its id, so both may be mined;
 * the operator has to look (decision D33). @throws store_unavailable
 */
export async function freezeRewritten(
  deps: Deps,
  attempt: Attempt,
  paired: boolean,
): Promise<void> {
  if (attempt.status === "never_sent") return;
  await freezeForgotten(deps, {
    vault: attempt.vault,
    chainId: attempt.chainId,
    agent: attempt.agent,
    operator: attempt.operator,
    chainNonce: attempt.nonce + 1,
    attemptId: attempt.id,
    isRewritten: true,
    paired,
  });
}
