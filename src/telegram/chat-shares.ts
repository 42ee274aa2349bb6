import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { countShare } from "../store/orders/count-share.ts";
import { beginFreeCall } from "../store/payments/begin-free-call.ts";

/** In four hours; a person's conversation stays below them. */
export const CHAT_SHARES = {
  /** Queue places: its smallest plan has 1,000 a day, which the schedule uses too. */
  queued: 60,
  replyRetry: 60,
  /** Answers to an unpaired chat: the bot's rate is shared by all. */
  strangers: 10,
  /** Each may cost a model call. */
  turns: 200,
} as const;

/**
 * Counts a turn as an operator's call (decision D10) and against the chat's four hours: a chat pays
 * nothing for the model. @throws rate_limited, store_unavailable
 */
export async function countTurn(deps: Deps, operator: string): Promise<void> {
  const token = deps.newId();
  const answer = await beginFreeCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    ...{ network: null, claimedFrom: null, operator, token, holdMs: 0, idempotency: null },
  });
  if (answer.kind === "rate_limited")
    throw new AppError("rate_limited", "Too many messages in a minute. Please wait.");
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    of: `turns:${operator}`,
    most: CHAT_SHARES.turns,
  };
  const { ok, retryAfterSec } = await countShare.run(deps.redis, deps.keys, call);
  if (ok) return;
  throw new AppError(
    "rate_limited",
    "Too many messages in four hours: words are read again in " +
      `${Math.ceil(retryAfterSec / 60)} minutes. Commands work as always; see /help.`,
  );
}
