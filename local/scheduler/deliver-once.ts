import { bodyOf } from "./body-of.ts";
import type { MessageDraft } from "./read-message.ts";
import type { Seal } from "./seal-delivery.ts";

export type Delivery = {
  atMs: number;
  messageId: string;
  scheduleId: string | null;
  url: string;
  method: string;
  retried: number;
  jti: string;
  /** Null when no answer came; `error` then says why. */
  status: number | null;
  error: string | null;
  headers: Record<string, string>;
  body: string;
};
export type Addressed = {
  messageId: string;
  scheduleId: string | null;
  retried: number;
  draft: MessageDraft;
};
/**
 * Delivers one message once. Never throws: a destination that cannot be reached is a delivery with
 * `status` null.
 */
export async function deliverOnce(
  message: Addressed,
  seal: Seal,
  stopped: AbortSignal,
): Promise<Delivery> {
  const { draft, messageId, scheduleId, retried } = message;
  const { url, method } = draft;
  const base = { atMs: Date.now(), messageId, scheduleId, url, method, retried, jti: seal.jti };
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`no answer in ${draft.timeoutMs} ms`)),
    draft.timeoutMs,
  );
  const body = bodyOf(draft);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...draft.headers,
        "user-agent": "Upstash-QStash",
        "upstash-signature": seal.signature,
        "upstash-message-id": messageId,
        "upstash-retried": String(retried),
        ...(scheduleId === null ? {} : { "upstash-schedule-id": scheduleId }),
        ...(draft.label === undefined ? {} : { "upstash-label": draft.label }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.any([stopped, timeout.signal]),
    });
    const headers = Object.fromEntries(response.headers);
    return { ...base, status: response.status, error: null, headers, body: await response.text() };
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    const text = error instanceof Error ? `${error.message}${cause}` : String(error);
    return { ...base, status: null, error: text, headers: {}, body: "" };
  } finally {
    clearTimeout(timer);
  }
}
