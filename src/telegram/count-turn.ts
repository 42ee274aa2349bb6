import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { countShare } from "../store/orders/count-share.ts";
import { beginFreeCall } from "../store/payments/begin-free-call.ts";
import { CHAT_SHARES } from "./chat-shares.ts";

/**
 * Like a call of its operator (decision 25), and against its share of four hours: a chat pays nothing for what a model costs.
 * @throws rate_limited, store_unavailable
 */
export async function countTurn(deps: Deps, operator: string): Promise<void> {
  const token = deps.newId();
  const answer = await beginFreeCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    ...{ network: null, claimedFrom: null, operator, token, holdMs: 0, idempotency: null },
  });
  if (answer.kind === "rate_limited") throw new AppError("rate_limited", "Too many messages in a minute. Please wait.");
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), of: `turns:${operator}`, most: CHAT_SHARES.turns };
  const { ok, retryAfterSec } = await countShare.run(deps.redis, deps.keys, call);
  if (ok) return;
  throw new AppError(
    "rate_limited",
    `Too many messages in four hours: words are read again in ${Math.ceil(retryAfterSec / 60)} minutes. Commands work as always; see /help.`,
  );
}
