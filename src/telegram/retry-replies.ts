import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { deliverReplies } from "../notifications/deliver-replies.ts";
import { countShare } from "../store/orders/count-share.ts";
import { botOf } from "./bot-of.ts";
import { CHAT_SHARES } from "./chat-shares.ts";
import { type ReplyRetry, UPDATE_PATH } from "./queued-update.ts";

const DELIVER_MS = 15_000;
/** After 30 s, a minute and two (in-parallel.ts): then a tick comes. */
const MAX_ROUNDS = 3;
const LONGEST_SEC = 240;
const MINUTE_MS = 60_000;

/**
 * Delivers refused answers again as soon as allowed: an operation's three minutes may end before a
 * tick, which delivers the rest. @throws store_unavailable
 */
export async function retryReplies(deps: Deps, { operator, round }: ReplyRetry): Promise<void> {
  const { publisher, log } = deps;
  const bot = botOf(deps);
  const nextMs = bot === undefined ? null : await deliverReplies(deps, bot, operator, DELIVER_MS);
  if (nextMs === null || publisher === undefined || round >= MAX_ROUNDS) return;
  // One more: due items are older than the clock that takes them.
  const delaySec = Math.max(0, Math.ceil((nextMs - deps.clock.nowMs()) / 1_000)) + 1;
  if (delaySec > LONGEST_SEC) return;
  try {
    const call = {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      of: `told:${operator}`,
      most: CHAT_SHARES.replyRetry,
    };
    if (!(await countShare.run(deps.redis, deps.keys, call)).ok) return;
    await publisher.publish([
      {
        path: UPDATE_PATH,
        body: { tell: { operator, round: round + 1 } },
        deduplicationId: `telegram-tell-${operator}-${Math.ceil(nextMs / MINUTE_MS)}-${round + 1}`,
        // Apart from the chat's own flow, which must not wait.
        flow: { key: `telegram-tell-${operator}`, parallelism: 1 },
        delaySec,
      },
    ]);
  } catch (error) {
    log("replies_not_queued", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
  }
}
