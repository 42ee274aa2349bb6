import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { demandsIn } from "./demands-in.ts";
import { encodeCompletion, type ModelAnswer } from "./encode-completion.ts";
import { type ModelScript, modelScript } from "./model-script.ts";

/** One call of the model, as it arrived. */
export type ModelRequest = {
  model: string;
  stream: boolean;
  /** System and user texts, in order. */
  texts: { role: string; text: string }[];
  tools: string[];
  authorization: string | undefined;
};
export type ScriptedModel = {
  /** In place of a provider's base URL. */
  url: string;
  /** Begins anew with this script. */
  script(script: z.input<typeof modelScript>): void;
  /** Every call since the last script, oldest first. */
  asked(): ModelRequest[];
  stop(): Promise<void>;
};

const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});
const USAGE = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
const SLOW_MS = 60_000;

/**
 * An OpenAI-compatible language model on a free loopback port that follows a script: POST
 * `/chat/completions`, streamed or not. Controls, JSON and without a key: POST `/_dev/script`
 * (model-script.ts), GET `/_dev/asked`.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  let script: ModelScript = modelScript.parse({});
  let asked: ModelRequest[] = [];
  const stopped = Promise.withResolvers<void>();
  const begin = (order: unknown) => {
    script = modelScript.parse(order);
    asked = [];
  };
  const complete = async ({ body, headers }: LocalRequest): Promise<LocalAnswer | "drop"> => {
    const { model, stream, messages, tools } = request.parse(JSON.parse(body.toString("utf8")));
    const texts = messages.map(({ role, content }) => ({ role, text: textOf(content) }));
    const toolNames = tools.map((tool) => tool.function.name);
    asked.push({ model, stream, texts, tools: toolNames, authorization: headers.authorization });
    if (script.fault === "drop") return "drop";
    if (script.fault === "slow") await Promise.race([stopped.promise, pause(SLOW_MS)]);
    if (script.fault === "status")
      return jsonAnswer(500, { error: { message: `upstream says sk-secret-0001 at ${model}` } });
    if (script.fault === "garbage") return { status: 200, body: "<html>sk-secret-0001" };
    return encodeCompletion(answerOf(script, texts), { model, stream, usage: USAGE });
  };
  const server = await startHttpServer(async (incoming) => {
    const { pathname } = new URL(incoming.target, "http://local");
    switch (`${incoming.method} ${pathname}`) {
      case "POST /chat/completions":
        return complete(incoming);
      case "POST /_dev/script":
        begin(JSON.parse(incoming.body.toString("utf8")));
        return jsonAnswer(200, {});
      case "GET /_dev/asked":
        return jsonAnswer(200, { asked });
      default:
        return jsonAnswer(404, {
          error: { message: `no such path: ${incoming.method} ${pathname}` },
        });
    }
  });
  return {
    url: server.url,
    script: begin,
    asked: () => asked,
    stop: () => {
      stopped.resolve();
      return server.stop();
    },
  };
}

/**
 * A model that obeys does all that is demanded, and says that it is done; with or without tools to
 * do it.
 */
function answerOf(script: ModelScript, texts: ModelRequest["texts"]): ModelAnswer {
  const next = script.answers.shift();
  if (next !== undefined) return next;
  if (!script.obeys) return { text: script.says, calls: [], breaks: false };
  const read = texts.filter(({ role }) => role !== "system").map(({ text }) => text);
  const calls = demandsIn(read.join("\n"));
  return { text: `Done. ${read.join(" ").slice(0, 500)}`, calls, breaks: false };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = z.array(z.looseObject({ text: z.string().optional() })).safeParse(content);
  return parts.success ? parts.data.map(({ text = "" }) => text).join("\n") : "";
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
