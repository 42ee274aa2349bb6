import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer, LocalRequest } from "../lib/start-http-server.ts";
import type { DeadMessage, Dispatcher } from "./create-dispatcher.ts";
import { messagePayload } from "./message-payload.ts";

const KNOWN_QUERY = new Set(["dlqIds", "count", "cursor"]);

/**
 * `/v2/dlq`: GET lists, DELETE removes, POST `retry` publishes again; by `dlqIds`, or all. Other
 * filters are refused.
 */
export function answerDlq(
  tail: string,
  request: LocalRequest,
  { dead, publish }: Dispatcher,
): LocalAnswer {
  const query = new URL(request.target, "http://local").searchParams;
  if ([...query.keys()].some((name) => !KNOWN_QUERY.has(name))) {
    return jsonAnswer(400, { error: "the local scheduler filters dead letters by dlqIds only" });
  }
  const id = tail.split("?")[0] ?? "";
  const ids = id === "" || id === "retry" ? query.getAll("dlqIds") : [id];
  const chosen = [...dead.values()].filter(({ dlqId }) => ids.length === 0 || ids.includes(dlqId));
  switch (`${request.method} ${id === "retry" ? "retry" : ""}`.trim()) {
    case "GET":
      return jsonAnswer(200, { messages: chosen.map(deadPayload) });
    case "DELETE":
      for (const { dlqId } of chosen) dead.delete(dlqId);
      return jsonAnswer(200, { deleted: chosen.length });
    case "POST retry": {
      const responses = chosen.map(({ dlqId, message }) => {
        dead.delete(dlqId);
        return { messageId: publish({ ...message.draft, delayMs: 0 }, message.scheduleId) };
      });
      return jsonAnswer(200, { responses });
    }
    default:
      return jsonAnswer(405, { error: `${request.method} is not served on dead letters` });
  }
}

function deadPayload({ dlqId, message, last }: DeadMessage): Record<string, unknown> {
  return {
    dlqId,
    messageId: message.messageId,
    url: message.draft.url,
    ...messagePayload(message.draft),
    maxRetries: message.draft.maxRetries,
    createdAt: message.createdAtMs,
    ...(message.scheduleId === null ? {} : { scheduleId: message.scheduleId }),
    responseStatus: last.status ?? 0,
    responseHeader: Object.fromEntries(
      Object.entries(last.headers).map(([name, value]) => [name, [value]]),
    ),
    responseBody: last.status === null ? (last.error ?? "") : last.body,
  };
}
