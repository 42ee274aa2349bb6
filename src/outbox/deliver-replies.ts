import type { Deps } from "../deps.ts";
import { takeOutbox } from "../store/scripts/take-outbox.ts";
import type { OutboxDeps } from "./outbox-deps.ts";
import { tellChat } from "./tell-chat.ts";

/** As deliver-outbox.ts: longer than one sending and its write take. */
const LEASE_MS = 60_000;
const LOOK_AGAIN_MS = 500;
/** Whoever has the chat, or the failure it rests after, is done with it by then, or it is no conversation any more. */
const REST_MS = 30_000;
/** One message a second to one chat (core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this). */
const PACE_MS = 1_000;

/**
 * Tells one operator what is in the outbox for him, for so long, at the pace of a conversation: he waits for an answer.
 * While somebody else tells his chat something, its turn is waited for. Answers when to look again where something is left,
 * because the channel did not take it or `forMs` is over; null: nothing is. The ticks tell it in any case.
 */
export async function deliverReplies(
  deps: OutboxDeps & Pick<Deps, "sleep">,
  operator: string,
  forMs: number,
): Promise<number | null> {
  const { messenger } = deps;
  if (messenger === undefined) return null;
  const endMs = deps.clock.nowMs() + forMs;
  while (deps.clock.nowMs() < endMs) {
    const taken = await takeOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      limit: 1,
      leaseMs: LEASE_MS,
      operator,
    });
    const [chat] = taken.chats;
    if (chat === undefined && !taken.waiting) return null;
    if (chat !== undefined) {
      const { leaseUntilMs } = taken;
      const { status, left, nextMs } = await tellChat(deps, messenger, { chat, leaseUntilMs, paceMs: PACE_MS });
      if (left === 0) return null;
      if (status !== "delivered" && status !== "refused") return nextMs;
    }
    await deps.sleep(LOOK_AGAIN_MS);
  }
  return endMs + REST_MS;
}
