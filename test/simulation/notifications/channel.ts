import type { SendOutcome } from "../../../src/telegram/telegram-messenger.ts";

/**
 * What Telegram allows a bot: about 30 messages a second to all chats together, and one a second to
 * a chat (core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 */
const LIMITS = { perSecond: 30, chatGapMs: 1_000 };

export type Channel = ReturnType<typeof createChannel>;

/**
 * The messaging channel: takes what keeps to its limits, and answers 429 to what does not. Counts
 * what reaches it either way.
 */
export function createChannel() {
  const lastOf = new Map<string, number>();
  /** Arrivals of the last second. */
  let recent: number[] = [];
  const counts = {
    taken: 0,
    refused: 0,
    peakPerSecond: 0,
    leastChatGapMs: Number.POSITIVE_INFINITY,
  };
  return {
    counts,
    arrive: (chatId: string, nowMs: number): SendOutcome => {
      recent = recent.filter((atMs) => nowMs - atMs < 1_000);
      recent.push(nowMs);
      counts.peakPerSecond = Math.max(counts.peakPerSecond, recent.length);
      const gapMs = nowMs - (lastOf.get(chatId) ?? Number.NEGATIVE_INFINITY);
      counts.leastChatGapMs = Math.min(counts.leastChatGapMs, gapMs);
      lastOf.set(chatId, nowMs);
      if (recent.length > LIMITS.perSecond || gapMs < LIMITS.chatGapMs) {
        counts.refused += 1;
        return { status: "retry_after", seconds: 5 };
      }
      counts.taken += 1;
      return { status: "delivered" };
    },
  };
}
