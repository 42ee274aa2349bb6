import * as z from "zod";
import type { ModelPort } from "../model-port.ts";
import { MODEL_LIMITS } from "./model-limits.ts";
import type { ModelSettings } from "./model-settings.ts";
import { plainText } from "./plain-text.ts";
import { PROMPTS } from "./prompts.ts";
import { usageOf } from "./usage-of.ts";

type Settings = Extract<ModelSettings, { kind: "workers_ai" }>;

const record = z.record(z.string(), z.unknown());
const call = z.object({ name: z.string(), arguments: z.unknown() });
/**
 * Both forms in which Workers AI answers: its own, and OpenAI's
 * (developers.cloudflare.com/workers-ai).
 */
const answered = z.object({
  response: z.string().nullish(),
  tool_calls: z.array(call).nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.object({ function: call })).nullish(),
        }),
      }),
    )
    .nullish(),
  usage: z
    .object({ prompt_tokens: z.int().optional(), completion_tokens: z.int().optional() })
    .nullish(),
});

/**
 * A model of Workers AI through its binding: the same two questions, each answered at once.
 * @throws whatever goes wrong there, as it is (create-model.ts)
 */
export function createWorkersAiModel({ model, prices, run }: Settings): ModelPort {
  const ask = async (
    { instructions, prompt }: { instructions: string; prompt: string },
    timeoutMs: number,
    more: object = {},
  ) => {
    const inputs = {
      messages: [
        { role: "system", content: instructions },
        { role: "user", content: prompt },
      ],
      max_tokens: MODEL_LIMITS.outputTokens,
      ...more,
    };
    const answer = answered.parse(await withinTime(run(model, inputs), timeoutMs));
    const message = answer.choices?.[0]?.message;
    const text = plainText();
    const { prompt_tokens, completion_tokens } = answer.usage ?? {};
    return {
      text: text.push(answer.response ?? message?.content ?? "") + text.end(),
      calls: (answer.tool_calls ?? message?.tool_calls?.map((one) => one.function) ?? []).map(
        (one) => ({
          tool: one.name,
          args: argumentsOf(one.arguments),
        }),
      ),
      usage: usageOf({ input: prompt_tokens, output: completion_tokens }, prices),
    };
  };
  return {
    decide: (input) =>
      ask(PROMPTS.decide(input), MODEL_LIMITS.decideMs, {
        tools: input.tools.map(({ name, description, parameters }) => ({
          type: "function",
          function: { name, description, parameters },
        })),
      }),
    tell: async (input, say) => {
      const { text, usage } = await ask(PROMPTS.tell(input), MODEL_LIMITS.tellMs);
      say?.(text);
      return { text, usage };
    },
  };
}

/** As an object, or as JSON of one. */
function argumentsOf(given: unknown): Record<string, unknown> {
  const parsed = record.safeParse(typeof given === "string" ? parseJson(given) : given);
  return parsed.success ? parsed.data : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The binding takes no signal: what comes too late is left alone. */
function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
