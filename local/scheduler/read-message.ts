import type { IncomingHttpHeaders } from "node:http";
import { parseDuration } from "./parse-duration.ts";

/** The message that a publish, a batch item or a schedule is to deliver. */
export type MessageDraft = {
  url: string;
  method: string;
  /** Only what the destination gets to see, lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
  maxRetries: number;
  /** Unset: QStash's own back-off. */
  retryDelayMs: number | undefined;
  timeoutMs: number;
  delayMs: number;
  notBeforeMs: number | undefined;
  flow: { key: string; parallelism?: number; rate?: number; periodS?: number } | undefined;
  label: string | undefined;
};
export type DraftResult = { ok: true; draft: MessageDraft } | { ok: false; error: string };

const DEFAULT_RETRIES = 3;
const MAX_TIMEOUT_MS = 60_000;
const NOT_SERVED = ["upstash-callback", "upstash-failure-callback", "upstash-queue-name"];

/**
 * Reads QStash's request headers. What the local scheduler cannot do (callbacks, queues, computed
 * retry delays) is refused, never ignored.
 *
 * @see https://upstash.com/docs/qstash/api/publish
 */
export function readMessage(
  destination: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): DraftResult {
  if (!/^https?:\/\//.test(destination) || !URL.canParse(destination)) {
    return refuse(`invalid destination url: ${destination} needs http:// or https://`);
  }
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  for (const name of NOT_SERVED) {
    if (header(name) !== undefined) return refuse(`the local scheduler does not serve ${name}`);
  }
  const maxRetries = Number(header("upstash-retries") ?? DEFAULT_RETRIES);
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    return refuse("Upstash-Retries is not a count");
  const retryDelay = header("upstash-retry-delay");
  if (retryDelay !== undefined && !/^\d+$/.test(retryDelay)) {
    return refuse(
      "the local scheduler understands only a constant Upstash-Retry-Delay, in milliseconds",
    );
  }
  const delayMs = parseDuration(header("upstash-delay") ?? "0s");
  if (delayMs === undefined) return refuse("Upstash-Delay is not a duration");
  const timeoutMs = parseDuration(header("upstash-timeout") ?? "60s");
  if (timeoutMs === undefined || timeoutMs === 0)
    return refuse("Upstash-Timeout is not a duration");
  const notBefore = header("upstash-not-before");
  if (notBefore !== undefined && !/^\d+$/.test(notBefore))
    return refuse("Upstash-Not-Before is not a time");
  return {
    ok: true,
    draft: {
      url: destination,
      method: header("upstash-method") ?? "POST",
      headers: forwarded(headers, header("content-type")),
      body,
      maxRetries,
      retryDelayMs: retryDelay === undefined ? undefined : Number(retryDelay),
      timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
      delayMs,
      notBeforeMs: notBefore === undefined ? undefined : Number(notBefore) * 1_000,
      flow: flowOf(header("upstash-flow-control-key"), header("upstash-flow-control-value")),
      label: header("upstash-label"),
    },
  };
}

function forwarded(
  headers: IncomingHttpHeaders,
  contentType: string | undefined,
): Record<string, string> {
  const prefix = "upstash-forward-";
  const entries = Object.entries(headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), String(value)]);
  return {
    ...(contentType === undefined ? {} : { "content-type": contentType }),
    ...Object.fromEntries(entries),
  };
}

function flowOf(key: string | undefined, value: string | undefined): MessageDraft["flow"] {
  if (key === undefined) return undefined;
  const pairs = new Map(
    (value ?? "").split(",").map((pair) => pair.trim().split("=") as [string, string]),
  );
  const parallelism = pairs.get("parallelism");
  const rate = pairs.get("rate");
  const periodMs = parseDuration(pairs.get("period") ?? "");
  return {
    key,
    ...(parallelism === undefined ? {} : { parallelism: Number(parallelism) }),
    ...(rate === undefined ? {} : { rate: Number(rate) }),
    ...(periodMs === undefined ? {} : { periodS: periodMs / 1_000 }),
  };
}

function refuse(error: string): DraftResult {
  return { ok: false, error };
}
