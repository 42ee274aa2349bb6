import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer, LocalRequest } from "../lib/start-http-server.ts";
import type { Schedule, ScheduleBook } from "./create-schedule-book.ts";
import { messagePayload } from "./message-payload.ts";
import { readMessage } from "./read-message.ts";

/**
 * `/v2/schedules`: POST a destination creates, or replaces under `Upstash-Schedule-Id`; the rest is
 * by schedule id.
 */
export function answerSchedules(
  tail: string,
  request: LocalRequest,
  book: ScheduleBook,
): LocalAnswer {
  if (request.method === "POST") return saveSchedule(tail, request, book);
  const [scheduleId = "", action] = tail.split("?")[0]?.split("/") ?? [];
  if (scheduleId === "") return jsonAnswer(200, book.list().map(schedulePayload));
  const schedule = book.get(scheduleId);
  if (schedule === undefined) return jsonAnswer(404, { error: `schedule ${scheduleId} not found` });
  switch (`${request.method} ${action ?? ""}`.trim()) {
    case "GET":
      return jsonAnswer(200, schedulePayload(schedule));
    case "DELETE":
      book.remove(scheduleId);
      return { status: 200 };
    case "PATCH pause":
    case "PATCH resume":
      schedule.isPaused = action === "pause";
      return { status: 200 };
    default:
      return jsonAnswer(405, { error: `${request.method} is not served on a schedule` });
  }
}

function saveSchedule(destination: string, request: LocalRequest, book: ScheduleBook): LocalAnswer {
  const { "upstash-cron": cron, "upstash-schedule-id": scheduleId } = request.headers;
  const read = readMessage(destination, request.headers, request.body);
  if (!read.ok) return jsonAnswer(400, { error: read.error });
  try {
    const schedule = book.save(
      read.draft,
      String(cron ?? ""),
      scheduleId === undefined ? undefined : String(scheduleId),
    );
    return jsonAnswer(200, { scheduleId: schedule.scheduleId });
  } catch (error) {
    return jsonAnswer(400, { error: `invalid cron: ${(error as Error).message}` });
  }
}

function schedulePayload(schedule: Schedule): Record<string, unknown> {
  const { draft } = schedule;
  return {
    scheduleId: schedule.scheduleId,
    cron: schedule.cron,
    createdAt: schedule.createdAtMs,
    destination: draft.url,
    ...messagePayload(draft),
    retries: draft.maxRetries,
    ...(draft.delayMs === 0 ? {} : { delay: draft.delayMs / 1_000 }),
    isPaused: schedule.isPaused,
  };
}
