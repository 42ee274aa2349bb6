import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chatRequest, chatResponse } from "../../../schemas/chat.ts";
import { jsonSchemaOf } from "../../../schemas/json-schema-of.ts";
import { clampSlippageBps } from "../../../src/shields/limit-amount.ts";

const user = (content: string) => ({ role: "user", content });
const said = (content: string) => ({ role: "assistant", content });
const parsed = (body: object) => chatRequest.safeParse(body);
/** The first problem's path and message, or undefined. */
const problem = (body: object) => {
  const issue = parsed(body).error?.issues[0];
  return issue && `${issue.path.join(".")}: ${issue.message}`;
};

describe("the request", () => {
  test("default: one message is enough; the rest has its defaults", () => {
    expect(chatRequest.parse({ messages: [user("list twap orders")] })).toEqual({
      messages: [{ role: "user", text: "list twap orders" }],
      chainId: 8453,
      executionMode: "manual",
      dryRun: false,
      stream: false,
    });
  });

  test("args: what useChat sends: parts of text count, all others are passed over", () => {
    const body = {
      id: "chat-1",
      trigger: "submit-message",
      messages: [
        { id: "1", role: "user", parts: [{ type: "text", text: "show my USDC balance" }] },
        {
          id: "2",
          role: "assistant",
          parts: [
            { type: "step-start" },
            { type: "reasoning", text: "they want a balance" },
            {
              type: "tool-get_token_balance",
              toolCallId: "a",
              state: "output-available",
              input: {},
              output: {},
            },
            { type: "text", text: "12 USDC", state: "done" },
          ],
        },
        {
          id: "3",
          role: "user",
          parts: [
            { type: "file", mediaType: "image/png", url: "data:image/png;base64,AA" },
            { type: "text", text: "sell" },
            { type: "text", text: "it" },
          ],
        },
      ],
    };
    expect(chatRequest.parse(body).messages).toEqual([
      { role: "user", text: "show my USDC balance" },
      { role: "assistant", text: "12 USDC" },
      { role: "user", text: "sell\nit" },
    ]);
  });

  test.each(["system", "tool", "developer", "function", "data", "User", ""])(
    "error: role %j",
    (role) => {
      expect(problem({ messages: [{ role, content: "hi" }, user("hi")] })).toMatch(
        /^messages\.0\.role: /,
      );
    },
  );

  test("error: content and parts together, or neither: unclear which of them was written", () => {
    const both = {
      role: "user",
      content: "hi",
      parts: [{ type: "text", text: "sell 1 ETH for USDC" }],
    };
    expect(problem({ messages: [both] })).toBe("messages.0: give exactly one of content and parts");
    expect(problem({ messages: [{ role: "user" }] })).toBe(
      "messages.0: give exactly one of content and parts",
    );
  });

  test("error: the last message is the assistant's, or has no words", () => {
    expect(problem({ messages: [user("hi"), said("hello")] })).toBe(
      "messages: the last message must be the user's",
    );
    expect(problem({ messages: [user(" \n ")] })).toBe("messages: the last message has no text");
    const file = { role: "user", parts: [{ type: "file", url: "x" }] };
    expect(problem({ messages: [file] })).toBe("messages: the last message has no text");
  });

  test("default: of a final assistant's message only an answered approval counts", () => {
    const part = (id: string, approved: unknown, more: object = {}) => ({
      ...{
        type: "dynamic-tool",
        toolName: "gov_stake",
        toolCallId: id,
        state: "approval-responded",
        input: {},
      },
      approval: { id, approved },
      ...more,
    });
    const last = (...parts: object[]) => ({
      messages: [user("stake"), { role: "assistant", parts }],
    });
    expect(
      chatRequest.parse(last({ type: "text", text: "Waits" }, part("a", false))).messages.at(-1),
    ).toEqual({
      ...{ role: "assistant", text: "Waits" },
      approvals: [{ operationId: "a", approved: false }],
    });
    expect(parsed(last(part("a", true, { type: "tool-gov_stake" }))).success).toBe(true);
    for (const none of [
      part("a", "true"),
      part("a", true, { state: "approval-requested" }),
      part("a", true, { type: "data-tool" }),
      part("a", true, { type: "text", text: "x" }),
    ])
      expect(problem(last(none))).toBe("messages: the last message must be the user's");
    expect(problem(last(part("a", true), part("b", true)))).toBe(
      "messages: one approval can be answered at a time",
    );
    // Of the user's own messages no part is an approval, and an earlier one is none either.
    expect(problem({ messages: [{ role: "user", parts: [part("a", true)] }] })).toBe(
      "messages: the last message has no text",
    );
    expect(
      chatRequest
        .parse({ messages: [{ role: "assistant", parts: [part("a", true)] }, user("hi")] })
        .messages.at(-1),
    ).toEqual({
      ...{ role: "user", text: "hi" },
    });
  });

  test("error: a text part without its text", () => {
    for (const text of [undefined, 1, null, ["hi"]])
      expect(problem({ messages: [{ role: "user", parts: [{ type: "text", text }] }] })).toBe(
        "messages.0.parts.0: a text part needs its text",
      );
  });

  test("error: a message may have 8,000 characters, by content or by parts", () => {
    expect(parsed({ messages: [user("a".repeat(8_000))] }).success).toBe(true);
    expect(parsed({ messages: [user("a".repeat(8_001))] }).success).toBe(false);
    const parts = (length: number) => [
      { role: "user", parts: [{ type: "text", text: "a".repeat(length) }] },
    ];
    expect(parsed({ messages: parts(8_000) }).success).toBe(true);
    expect(problem({ messages: parts(8_001) })).toBe(
      "messages.0: a message may have 8000 characters at most",
    );
  });

  test("error: a conversation may have 50 messages, and 64,000 characters", () => {
    const many = (count: number, length: number) => ({
      messages: Array(count).fill(user("a".repeat(length))),
    });
    expect(parsed(many(50, 1)).success).toBe(true);
    expect(parsed(many(51, 1)).success).toBe(false);
    expect(parsed(many(8, 8_000)).success).toBe(true);
    expect(problem({ messages: [...many(8, 8_000).messages, user("a")] })).toBe(
      "messages: all messages together may have 64000 characters at most",
    );
    expect(parsed({ messages: [] }).success).toBe(false);
  });

  test.each([
    [9, 10],
    [10, 10],
    [100, 100],
    [500, 500],
    [501, 500],
    [-1, 10],
    [1_000_000, 500],
  ])("args: slippageBps %i is %i, as everywhere", (given, kept) => {
    const { slippageBps } = chatRequest.parse({ messages: [user("hi")], slippageBps: given });
    expect(slippageBps).toBe(kept);
    expect(clampSlippageBps(given)).toBe(kept);
  });

  test.each([0.5, "100", Number.NaN, Number.POSITIVE_INFINITY, null])(
    "error: slippageBps %j",
    (slippageBps) => {
      expect(parsed({ messages: [user("hi")], slippageBps }).success).toBe(false);
    },
  );

  test("error: no body makes it throw", () => {
    const message = fc.oneof(
      fc.anything(),
      fc.record(
        {
          role: fc.constantFrom("user", "assistant", "system"),
          content: fc.oneof(fc.string(), fc.anything()),
          parts: fc.array(
            fc.oneof(fc.anything(), fc.record({ type: fc.constant("text"), text: fc.anything() })),
          ),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(message)), (messages) => {
        const found = parsed({ messages });
        if (found.success) expect(found.data.messages.at(-1)?.role).toBe("user");
      }),
    );
  });

  test("error: a chain, vault or mode that there is not", () => {
    for (const wrong of [
      { chainId: 5 },
      { chainId: "8453" },
      { vaultAddress: "0x1" },
      { executionMode: "auto" },
    ])
      expect(parsed({ messages: [user("hi")], ...wrong }).success).toBe(false);
  });

  test("behavior: credentials of any form pass: malformed is 401, not 400 (decision D11)", () => {
    const credentials = { operatorAddress: 1, authSignature: null, authTimestamp: "x" };
    expect(parsed({ messages: [user("hi")], ...credentials }).data).toMatchObject(credentials);
  });
});

test("default: both shapes can be described to callers", () => {
  const request = jsonSchemaOf(chatRequest, "input");
  expect(Object.keys(request.properties as object).sort()).toEqual([
    "authSignature",
    "authTimestamp",
    "chainId",
    "dryRun",
    "executionMode",
    "messages",
    "operatorAddress",
    "questionId",
    "slippageBps",
    "stream",
    "vaultAddress",
  ]);
  expect(request.required).toEqual(["messages"]);
  const response = jsonSchemaOf(chatResponse, "output");
  expect(response.required).toEqual(["reply"]);
  expect(Object.keys(response.properties as object)).toEqual([
    "reply",
    "transaction",
    "transactions",
    "toolCalls",
    "suggestions",
    "chainSwitch",
    "execution",
    "operationId",
    "decided",
    "question",
    "usage",
  ]);
});
