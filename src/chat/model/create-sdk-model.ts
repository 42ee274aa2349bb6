import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, streamText, type ToolSet, tool } from "ai";
import * as z from "zod";
import type { ModelCall } from "../model-call.ts";
import type { ModelPort } from "../model-port.ts";
import type { ModelTool } from "../model-tool.ts";
import { MODEL_LIMITS } from "./model-limits.ts";
import type { ModelSettings } from "./model-settings.ts";
import { plainText } from "./plain-text.ts";
import { PROMPTS } from "./prompts.ts";
import { usageOf } from "./usage-of.ts";

type Settings = Extract<ModelSettings, { kind: "endpoint" }>;

/**
 * A model behind any OpenAI-compatible endpoint, through the AI SDK. Tools are shown without a way
 * to run them, so a call is all that can come of one. No request is repeated.
 * @throws whatever goes wrong there, as it is: this module has no AppError of the Worker's
 * (create-model.ts)
 */
export function createSdkModel({
  baseUrl,
  apiKey,
  model: name,
  fetch,
  prices,
}: Settings): ModelPort {
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: baseUrl,
    includeUsage: true,
    fetch: (url, init) => fetch(String(url), init ?? {}),
    ...(apiKey !== undefined && { apiKey }),
  });
  const common = (timeoutMs: number) => ({
    model: provider(name),
    maxOutputTokens: MODEL_LIMITS.outputTokens,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(timeoutMs),
  });
  return {
    decide: async (input) => {
      const answer = await generateText({
        ...common(MODEL_LIMITS.decideMs),
        ...PROMPTS.decide(input),
        tools: toolsOf(input.tools),
      });
      const { inputTokens, outputTokens } = answer.usage;
      return {
        calls: answer.toolCalls.map(({ toolName, input: args }) => callOf(toolName, args)),
        text: cleaned(answer.text),
        usage: usageOf({ input: inputTokens, output: outputTokens }, prices),
      };
    },
    tell: async (input, say) => {
      const text = plainText();
      let said = "";
      const give = (piece: string) => {
        said += piece;
        if (piece !== "") say?.(piece);
      };
      const answer = streamText({
        ...common(MODEL_LIMITS.tellMs),
        ...PROMPTS.tell(input),
        // Without it the SDK writes what the upstream said to the console; the error is thrown
        // below.
        onError: () => undefined,
      });
      for await (const part of answer.fullStream) {
        if (part.type === "text-delta") give(text.push(part.text));
        if (part.type === "error") throw part.error;
        if (part.type === "abort") throw new Error("aborted");
      }
      give(text.end());
      const { inputTokens, outputTokens } = await answer.usage;
      return { text: said, usage: usageOf({ input: inputTokens, output: outputTokens }, prices) };
    },
  };
}

const toolsOf = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  );

/** Arguments that are no object are none: the tool's own schema says what is missing. */
const callOf = (name: string, args: unknown): ModelCall => {
  const parsed = z.record(z.string(), z.unknown()).safeParse(args);
  return { tool: name, args: parsed.success ? parsed.data : {} };
};

const cleaned = (whole: string): string => {
  const text = plainText();
  return text.push(whole) + text.end();
};
