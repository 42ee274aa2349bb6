import { expect, test } from "vitest";
import { createWorkersAiModel } from "../../../../src/chat/model/create-workers-ai-model.ts";

const TOOL = {
  name: "get_token_balance",
  description: "A balance.",
  parameters: { type: "object" },
};

function model(answer: unknown) {
  const asked: { model: string; inputs: Record<string, any> }[] = [];
  const port = createWorkersAiModel({
    kind: "workers_ai",
    model: "@cf/some/model",
    prices: { input: undefined, output: undefined },
    run: async (name, inputs) => {
      asked.push({ model: name, inputs });
      return answer;
    },
  });
  return { port, asked };
}
const decide = { words: "what do I hold?", earlier: [], tools: [TOOL] };

test("default: its own form of an answer, arguments as an object or as JSON", async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 2 };
  for (const args of [{ token: "USDC" }, '{"token":"USDC"}']) {
    const { port, asked } = model({
      response: null,
      tool_calls: [{ name: "get_token_balance", arguments: args }],
      usage,
    });
    expect(await port.decide(decide)).toEqual({
      calls: [{ tool: "get_token_balance", args: { token: "USDC" } }],
      text: "",
      usage: { inputTokens: 10, outputTokens: 2 },
    });
    expect([asked[0]?.model, asked[0]?.inputs.tools]).toEqual([
      "@cf/some/model",
      [{ type: "function", function: TOOL }],
    ]);
  }
});

test("default: OpenAI's form of an answer", async () => {
  const message = {
    content: null,
    tool_calls: [{ function: { name: "get_token_balance", arguments: "{}" } }],
  };
  expect((await model({ choices: [{ message }] }).port.decide(decide)).calls).toEqual([
    { tool: "get_token_balance", args: {} },
  ]);
});

test("behavior: it tells without tools, in plain text, and to who listens", async () => {
  const said: string[] = [];
  const { port, asked } = model({ response: "You hold\u200b 5." });
  const told = await port.tell(
    { words: "what do I hold?", quoted: [{ source: "tool", text: "5" }] },
    (text) => said.push(text),
  );
  expect([told.text, said, asked[0]?.inputs.tools]).toEqual([
    "You hold 5.",
    ["You hold 5."],
    undefined,
  ]);
});

test("error: broken arguments are none, a broken answer is thrown", async () => {
  const broken = model({ tool_calls: [{ name: "get_token_balance", arguments: "{" }] });
  expect((await broken.port.decide(decide)).calls).toEqual([
    { tool: "get_token_balance", args: {} },
  ]);
  await expect(model("text").port.decide(decide)).rejects.toThrow();
});
