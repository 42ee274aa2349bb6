import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer, LocalRequest } from "../lib/start-http-server.ts";
import type { SchedulerParts } from "./answer-qstash.ts";
import type { Schedule } from "./create-schedule-book.ts";
import type { Delivery } from "./deliver-once.ts";
import { newMessageId } from "./new-message-id.ts";
import type { MessageDraft } from "./read-message.ts";
import { sealDelivery } from "./seal-delivery.ts";

const fire = z.strictObject({
  scheduleId: z.string().optional(),
  /**
   * So many deliveries of the same message at once: same message id, a new jti each unless
   * `sameToken`.
   */
  times: z.number().int().min(1).max(100).default(1),
  sameToken: z.boolean().default(false),
});
const deliver = z.strictObject({
  url: z.url(),
  body: z.union([z.string(), z.looseObject({})]).default(""),
  headers: z.record(z.string(), z.string()).default({}),
  method: z.string().default("POST"),
  messageId: z.string().optional(),
  scheduleId: z.string().optional(),
  retried: z.number().int().min(0).default(0),
  key: z.enum(["current", "next"]).default("current"),
});
const flush = z.strictObject({ messageId: z.string().optional() });
const hold = z.strictObject({ messages: z.boolean().default(false) });
const DELIVER_TIMEOUT_MS = 60_000;

/**
 * The controls of the local scheduler, which QStash has not; JSON in, JSON out, no token, loopback
 * only: `fire` delivers schedules now, `deliver` anything once, `flush` every waiting message;
 * `hold` stops cron (and, with `{messages: true}`, every message that is not flushed), `resume`
 * starts what ran before; `log` shows deliveries. What fires or delivers answers `{deliveries}` or
 * one delivery, and is never retried.
 */
export async function answerDev(
  request: LocalRequest,
  parts: SchedulerParts,
  cron: { hold(): void; resume(): void; isHeld(): boolean },
): Promise<LocalAnswer> {
  const { dispatcher } = parts;
  const route = `${request.method} ${request.target.split("?")[0]}`;
  const body = request.body.length === 0 ? {} : JSON.parse(request.body.toString("utf8"));
  switch (route) {
    case "POST /_dev/fire":
      return withInput(fire, body, (input) => fireSchedules(input, parts));
    case "POST /_dev/deliver":
      return withInput(deliver, body, (input) => deliverNow(input, parts));
    case "POST /_dev/flush":
      return withInput(flush, body, async ({ messageId }) =>
        jsonAnswer(200, { deliveries: await dispatcher.flush(messageId) }),
      );
    case "POST /_dev/hold":
      return withInput(hold, body, async ({ messages }) => {
        cron.hold();
        if (messages) dispatcher.hold(true);
        return jsonAnswer(200, { cronHeld: cron.isHeld(), messagesHeld: dispatcher.isHeld() });
      });
    case "POST /_dev/resume":
      cron.resume();
      dispatcher.hold(false);
      return jsonAnswer(200, { cronHeld: cron.isHeld(), messagesHeld: dispatcher.isHeld() });
    case "GET /_dev/log":
      return jsonAnswer(200, {
        deliveries: dispatcher.log(),
        waiting: dispatcher
          .messages()
          .map(({ messageId, scheduleId, dueAtMs, retried, state, draft }) => {
            return {
              messageId,
              scheduleId,
              url: draft.url,
              body: draft.body.toString("utf8"),
              dueAtMs,
              retried,
              state,
            };
          }),
        cronHeld: cron.isHeld(),
        messagesHeld: dispatcher.isHeld(),
      });
    case "DELETE /_dev/log":
      dispatcher.clearLog();
      return jsonAnswer(200, {});
    default:
      return jsonAnswer(404, { error: `no such control: ${route}` });
  }
}

async function fireSchedules(
  input: z.infer<typeof fire>,
  parts: SchedulerParts,
): Promise<LocalAnswer> {
  const { scheduleId } = input;
  if (scheduleId === undefined) {
    const due = parts.book.list().filter((schedule) => !schedule.isPaused);
    const deliveries = await Promise.all(due.map((schedule) => fireOne(schedule, input, parts)));
    return jsonAnswer(200, { deliveries: deliveries.flat() });
  }
  const schedule = parts.book.get(scheduleId);
  if (schedule === undefined) return jsonAnswer(404, { error: `schedule ${scheduleId} not found` });
  if (schedule.isPaused) return jsonAnswer(409, { error: `schedule ${scheduleId} is paused` });
  return jsonAnswer(200, { deliveries: await fireOne(schedule, input, parts) });
}

async function fireOne(
  { draft, scheduleId }: Schedule,
  { times, sameToken }: z.infer<typeof fire>,
  { dispatcher, keys }: SchedulerParts,
): Promise<Delivery[]> {
  const message = { messageId: newMessageId(), scheduleId, retried: 0, draft };
  const seal = () => sealDelivery(draft, keys.current);
  const shared = sameToken ? seal() : undefined;
  return Promise.all(
    Array.from({ length: times }, () => dispatcher.deliver(message, shared ?? seal())),
  );
}

async function deliverNow(
  input: z.infer<typeof deliver>,
  { dispatcher, keys }: SchedulerParts,
): Promise<LocalAnswer> {
  const isText = typeof input.body === "string";
  const draft: MessageDraft = {
    url: input.url,
    method: input.method,
    headers: isText ? input.headers : { "content-type": "application/json", ...input.headers },
    body: Buffer.from(isText ? (input.body as string) : JSON.stringify(input.body)),
    maxRetries: 0,
    retryDelayMs: undefined,
    timeoutMs: DELIVER_TIMEOUT_MS,
    delayMs: 0,
    notBeforeMs: undefined,
    flow: undefined,
    label: undefined,
  };
  const seal = await sealDelivery(draft, keys[input.key]);
  const { messageId = newMessageId(), scheduleId = null, retried } = input;
  const delivery = await dispatcher.deliver(
    { messageId, scheduleId, retried, draft },
    Promise.resolve(seal),
  );
  // The signature too, so that a test can send the same request again, or a changed one.
  return jsonAnswer(200, { ...delivery, signature: seal.signature });
}

async function withInput<S extends z.ZodType>(
  schema: S,
  body: unknown,
  answer: (input: z.output<S>) => Promise<LocalAnswer>,
): Promise<LocalAnswer> {
  const input = schema.safeParse(body);
  return input.success
    ? answer(input.data)
    : jsonAnswer(400, { error: z.prettifyError(input.error) });
}
