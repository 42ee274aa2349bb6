import { createHash } from "node:crypto";
import type { MessageDraft } from "./read-message.ts";

export type Deduplication = ReturnType<typeof createDeduplication>;

/** @see https://upstash.com/docs/qstash/features/deduplication */
const WINDOW_MS = 600_000;

/**
 * Remembers for ten minutes which message id a deduplication id, or the same content, was first
 * given.
 */
export function createDeduplication(clock: () => number) {
  const seen = new Map<string, { messageId: string; untilMs: number }>();
  return {
    /** The message id of the first one within the window, else what `publish` gives. */
    once: (
      key: string | undefined,
      publish: () => string,
    ): { messageId: string; deduplicated: boolean } => {
      if (key === undefined) return { messageId: publish(), deduplicated: false };
      const first = seen.get(key);
      if (first !== undefined && first.untilMs > clock())
        return { messageId: first.messageId, deduplicated: true };
      const messageId = publish();
      seen.set(key, { messageId, untilMs: clock() + WINDOW_MS });
      return { messageId, deduplicated: false };
    },
    contentKey: ({ url, headers, body }: MessageDraft): string =>
      `content:${createHash("sha256")
        .update(JSON.stringify([url, headers]))
        .update(body)
        .digest("hex")}`,
  };
}
