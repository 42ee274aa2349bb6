import { isUtf8 } from "node:buffer";
import type { MessageDraft } from "./read-message.ts";

/** The fields that QStash's messages, schedules and dead letters share, in its own names. */
export function messagePayload(draft: MessageDraft): Record<string, unknown> {
  const { body, flow } = draft;
  return {
    method: draft.method,
    header: Object.fromEntries(
      Object.entries(draft.headers).map(([name, value]) => [name, [value]]),
    ),
    ...(isUtf8(body) ? { body: body.toString("utf8") } : { bodyBase64: body.toString("base64") }),
    callerIp: "127.0.0.1",
    ...(draft.retryDelayMs === undefined
      ? {}
      : { retryDelayExpression: String(draft.retryDelayMs) }),
    ...(draft.label === undefined ? {} : { label: draft.label }),
    ...(flow === undefined
      ? {}
      : {
          flowControlKey: flow.key,
          parallelism: flow.parallelism,
          rate: flow.rate,
          period: flow.periodS,
        }),
  };
}
