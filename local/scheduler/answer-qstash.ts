import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer, LocalRequest } from "../lib/start-http-server.ts";
import { answerDlq } from "./answer-dlq.ts";
import { answerSchedules } from "./answer-schedules.ts";
import type { Deduplication } from "./create-deduplication.ts";
import type { Dispatcher, Message } from "./create-dispatcher.ts";
import type { ScheduleBook } from "./create-schedule-book.ts";
import { messagePayload } from "./message-payload.ts";
import { type MessageDraft, readMessage } from "./read-message.ts";

export type SchedulerParts = {
  dispatcher: Dispatcher;
  book: ScheduleBook;
  deduplication: Deduplication;
  keys: { current: string; next: string };
  token: string;
};
type Publication = { draft: MessageDraft; key: string | undefined };

const batchItem = z.object({
  destination: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  queue: z.undefined({ error: "the local scheduler has no queues" }).optional(),
});

/**
 * QStash's HTTP API as `@upstash/qstash` 2.12 calls it. The destination stands un-encoded in the
 * path, query and all. 401 without `Bearer token`; what is not served is 404, what is wrong 400,
 * both `{error}`.
 *
 * @see https://upstash.com/docs/qstash/api
 */
export function answerQstash(request: LocalRequest, parts: SchedulerParts): LocalAnswer {
  if (request.headers.authorization !== `Bearer ${parts.token}`) {
    return jsonAnswer(401, { error: "unauthorized: invalid token" });
  }
  const [, resource, tail = ""] = /^\/v2\/(\w+)(?=[/?]|$)\/?(.*)$/.exec(request.target) ?? [];
  switch (resource) {
    case "publish":
      return publishOne(tail, request, parts);
    case "batch":
      return publishBatch(request, parts);
    case "schedules":
      return answerSchedules(tail, request, parts.book);
    case "messages":
      return answerMessages(tail, request, parts.dispatcher);
    case "dlq":
      return answerDlq(tail, request, parts.dispatcher);
    case "keys":
      return jsonAnswer(200, parts.keys);
    default:
      return jsonAnswer(404, {
        error: `the local scheduler does not serve ${request.method} ${request.target}`,
      });
  }
}

function publishOne(
  destination: string,
  request: LocalRequest,
  parts: SchedulerParts,
): LocalAnswer {
  const read = readPublication(destination, request.headers, request.body, parts);
  if ("error" in read) return jsonAnswer(400, read);
  const answer = publish(read, parts);
  return jsonAnswer("deduplicated" in answer ? 202 : 201, answer);
}

/** All or nothing: one bad item refuses the batch before any is published. */
function publishBatch(request: LocalRequest, parts: SchedulerParts): LocalAnswer {
  const items = z.array(batchItem).safeParse(parseJson(request.body));
  if (!items.success) return jsonAnswer(400, { error: z.prettifyError(items.error) });
  const publications: Publication[] = [];
  for (const { destination, headers, body } of items.data) {
    const lowerCase = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const read = readPublication(destination, lowerCase, Buffer.from(body), parts);
    if ("error" in read) return jsonAnswer(400, read);
    publications.push(read);
  }
  return jsonAnswer(
    200,
    publications.map((publication) => publish(publication, parts)),
  );
}

function readPublication(
  destination: string,
  headers: LocalRequest["headers"],
  body: Buffer,
  { deduplication }: SchedulerParts,
): Publication | { error: string } {
  const read = readMessage(destination, headers, body);
  if (!read.ok) return { error: read.error };
  const id = headers["upstash-deduplication-id"];
  const byContent = headers["upstash-content-based-deduplication"] === "true";
  const key = id === undefined ? undefined : `id:${String(id)}`;
  return {
    draft: read.draft,
    key: key ?? (byContent ? deduplication.contentKey(read.draft) : undefined),
  };
}

function publish({ draft, key }: Publication, { deduplication, dispatcher }: SchedulerParts) {
  const { messageId, deduplicated } = deduplication.once(key, () => dispatcher.publish(draft));
  return deduplicated ? { messageId, deduplicated } : { messageId };
}

/** Only what still waits or is on its way: QStash forgets a message once it is delivered. */
function answerMessages(tail: string, request: LocalRequest, dispatcher: Dispatcher): LocalAnswer {
  const messageId = tail.split("?")[0] ?? "";
  if (request.method === "DELETE") {
    if (messageId !== "") {
      if (!dispatcher.cancel(messageId))
        return jsonAnswer(404, { error: `message ${messageId} not found` });
      return jsonAnswer(200, { cancelled: 1 });
    }
    const chosen = chosenMessages(
      new URL(request.target, "http://local").searchParams,
      dispatcher.messages(),
    );
    if (chosen === undefined)
      return jsonAnswer(400, { error: "the local scheduler does not know this filter" });
    return jsonAnswer(200, {
      cancelled: chosen.filter((message) => dispatcher.cancel(message.messageId)).length,
    });
  }
  const message = dispatcher.messages().find((one) => one.messageId === messageId);
  if (message === undefined) return jsonAnswer(404, { error: `message ${messageId} not found` });
  return jsonAnswer(200, {
    messageId,
    url: message.draft.url,
    ...messagePayload(message.draft),
    maxRetries: message.draft.maxRetries,
    createdAt: message.createdAtMs,
    notBefore: message.dueAtMs,
    ...(message.scheduleId === null ? {} : { scheduleId: message.scheduleId }),
  });
}

const FILTERS: Record<string, (message: Message) => string | null | undefined> = {
  messageIds: (message) => message.messageId,
  url: (message) => message.draft.url,
  label: (message) => message.draft.label,
  flowControlKey: (message) => message.draft.flow?.key,
  scheduleId: (message) => message.scheduleId,
};

function chosenMessages(query: URLSearchParams, messages: Message[]): Message[] | undefined {
  const names = [...new Set(query.keys())].filter((name) => name !== "count");
  if (names.some((name) => FILTERS[name] === undefined)) return undefined;
  return messages.filter((message) =>
    names.every((name) => query.getAll(name).includes(FILTERS[name]?.(message) ?? "")),
  );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
