import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { countShare } from "../store/orders/count-share.ts";
import { beginFreeCall } from "../store/payments/begin-free-call.ts";

/** Of four hours; a person's conversation stays below them. */
export const CHAT_SHARES = {
  /** Of the queue: its smallest plan has 1,000 a day, and the schedule lives by them too. */
  queued: 60,
  /** Answers that it delivers again. */
  replyRetry: 60,
  /** To a chat without a pairing: the bot may send only so much a second, to all. */
  strangers: 10,
  /** Each may cost the deployment a call of the model. */
  turns: 200,
} as const;

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
