import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { beginFreeCall } from "../store/scripts/begin-free-call.ts";

/**
 * Counts a turn of a chat like a call of its operator (decision 25): here nobody pays for what a model costs.
 * @throws rate_limited, store_unavailable
 */
export async function countTurn(deps: Deps, operator: string): Promise<void> {
  const token = deps.newId();
  const answer = await beginFreeCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    ...{ ip: null, operator, token, holdMs: 0, idempotency: null },
  });
  if (answer.kind === "rate_limited") throw new AppError("rate_limited", "Too many messages in a minute. Please wait.");
}
