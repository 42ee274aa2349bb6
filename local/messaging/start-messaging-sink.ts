import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { type ConversationLog, createConversationLog } from "./conversation-log.ts";
import { type BotAnswer, type BotApi, createBotApi, type SinkMessage } from "./create-bot-api.ts";
import { createFaultPlan } from "./create-fault-plan.ts";
import { deliverUpdate } from "./deliver-update.ts";
import { readParameters } from "./read-parameters.ts";

export type MessagingSink = {
  /** Base URL in place of https://api.telegram.org. */
  url: string;
  /** Every message that was accepted, oldest first, deleted ones too. */
  messages(): SinkMessage[];
  stop(): Promise<void>;
};

const updateOrder = z.strictObject({ update: z.looseObject({}) });
const BOT_PATH = /^\/bot([^/?]+)\/(\w+)(?:\?|$)/;

/**
 * Telegram's Bot API on a free loopback port, for one bot, which keeps what it is sent. Controls,
 * JSON and without a token: GET `/_dev/messages?chat=`, GET `/_dev/log?chat=` (the conversation as
 * text), GET `/_dev/calls`, POST `/_dev/fail`, `/_dev/update` (delivers to the webhook and answers
 * `{updateId, status, body}`), `/_dev/clear` (messages, calls and ordered faults).
 */
export async function startMessagingSink(onLine?: (line: string) => void): Promise<MessagingSink> {
  const log = createConversationLog(onLine);
  const api = createBotApi(log);
  const faults = createFaultPlan();
  const stopped = new AbortController();
  let lastUpdateId = 0;
  const deliver = async (body: unknown): Promise<LocalAnswer> => {
    const { update } = updateOrder.parse(body);
    const webhook = api.webhook();
    if (webhook === undefined) return jsonAnswer(409, { error: "no webhook is set" });
    lastUpdateId += 1;
    showUpdate(log, update);
    return jsonAnswer(
      200,
      await deliverUpdate({ update_id: lastUpdateId, ...update }, webhook, api, stopped.signal),
    );
  };
  const control = async ({ method, target, body }: LocalRequest): Promise<LocalAnswer> => {
    const url = new URL(target, "http://local");
    const json: unknown = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
    const chat = url.searchParams.get("chat");
    switch (`${method} ${url.pathname}`) {
      case "GET /_dev/messages":
        return jsonAnswer(200, {
          messages: api.messages().filter(({ chatId }) => chat === null || chatId === chat),
        });
      case "GET /_dev/log":
        return {
          status: 200,
          headers: { "content-type": "text/plain; charset=utf-8" },
          body: log.text(chat),
        };
      case "GET /_dev/calls":
        return jsonAnswer(200, { calls: api.calls() });
      case "POST /_dev/fail":
        faults.add(json);
        return jsonAnswer(200, {});
      case "POST /_dev/update":
        return deliver(json);
      case "POST /_dev/clear":
        api.clear();
        log.clear();
        faults.clear();
        return jsonAnswer(200, {});
      default:
        return jsonAnswer(404, { error: `no such control: ${method} ${url.pathname}` });
    }
  };
  const server = await startHttpServer(async (request) => {
    if (!request.target.startsWith("/_dev/")) return answerBot(request, api, faults);
    try {
      return await control(request);
    } catch (error) {
      if (error instanceof z.ZodError) return jsonAnswer(400, { error: z.prettifyError(error) });
      throw error;
    }
  });
  return {
    url: server.url,
    messages: api.messages,
    stop: async () => {
      stopped.abort();
      await server.stop();
    },
  };
}

const said = z.object({
  message: z.object({ chat: z.object({ id: z.number() }), text: z.string() }).optional(),
  callback_query: z
    .object({ message: z.object({ chat: z.object({ id: z.number() }) }), data: z.string() })
    .optional(),
});

/** What a user wrote or pressed, in the log; anything else is not shown. */
function showUpdate(log: ConversationLog, update: Record<string, unknown>): void {
  const { data } = said.safeParse(update);
  if (data?.message !== undefined) log.user(String(data.message.chat.id), data.message.text);
  const pressed = data?.callback_query;
  if (pressed !== undefined) log.user(String(pressed.message.chat.id), `(presses ${pressed.data})`);
}

async function answerBot(
  request: LocalRequest,
  api: BotApi,
  faults: ReturnType<typeof createFaultPlan>,
): Promise<LocalAnswer | "drop"> {
  const [, token, method] = BOT_PATH.exec(request.target) ?? [];
  if (token === undefined || method === undefined)
    return httpAnswer({ ok: false, error_code: 404, description: "Not Found" });
  const fault = faults.next(method);
  if (fault !== undefined && !fault.afterAccept) return httpAnswer(fault.answer);
  let parameters: Record<string, unknown>;
  try {
    parameters = readParameters(request);
  } catch {
    return httpAnswer({
      ok: false,
      error_code: 400,
      description: "Bad Request: can't parse the parameters",
    });
  }
  const answer = api.call(token, method, parameters);
  return httpAnswer(fault?.answer ?? answer);
}

function httpAnswer(answer: BotAnswer | "drop"): LocalAnswer | "drop" {
  return answer === "drop" ? "drop" : jsonAnswer(answer.ok ? 200 : answer.error_code, answer);
}
