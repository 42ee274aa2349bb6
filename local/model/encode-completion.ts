import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer } from "../lib/start-http-server.ts";

export type ModelAnswer = {
  text: string;
  calls: readonly { name: string; arguments: unknown }[];
  breaks: boolean;
};
type Frame = { model: string; stream: boolean; usage: Record<string, number> };

/**
 * An answer in the form of the chat completions API: one object, or server-sent chunks with the
 * usage in the last.
 */
export function encodeCompletion(
  { text, calls, breaks }: ModelAnswer,
  { model, stream, usage }: Frame,
): LocalAnswer {
  const toolCalls = calls.map(({ name, arguments: args }, index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  const finish_reason = toolCalls.length > 0 ? "tool_calls" : "stop";
  const common = { id: "chatcmpl-1", created: 1, model };
  if (!stream) {
    const tool_calls = toolCalls.length > 0 ? { tool_calls: toolCalls } : {};
    const message = { role: "assistant", content: text, ...tool_calls };
    return jsonAnswer(200, {
      ...common,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason }],
      usage,
    });
  }
  const chunk = (delta: object, finish: string | null = null, rest: object = {}) => ({
    ...common,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...rest,
  });
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...(text.match(/[\s\S]{1,7}/gu) ?? []).map((content) => chunk({ content })),
    ...(toolCalls.length > 0 ? [chunk({ tool_calls: toolCalls })] : []),
    chunk({}, finish_reason),
    { ...chunk({}), choices: [], usage },
  ];
  const events = [...chunks.map((one) => JSON.stringify(one)), "[DONE]"];
  const whole = events.map((event) => `data: ${event}\n\n`).join("");
  const body = breaks ? `${whole.slice(0, whole.indexOf('"finish_reason":"'))}\n\n` : whole;
  return { status: 200, headers: { "content-type": "text/event-stream" }, body };
}
