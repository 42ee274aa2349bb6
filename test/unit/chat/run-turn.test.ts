import { describe, expect, test } from "vitest";
import { type ChatMessage, chatResponse } from "../../../schemas/chat.ts";
import type { UnsignedTransaction } from "../../../schemas/unsigned-transaction.ts";
import { runTurn } from "../../../src/chat/run-turn.ts";
import { AppError } from "../../../src/errors.ts";
import { turnWorld, type WorldOptions } from "./support/turn-world.ts";

const user = (text: string): ChatMessage => ({ role: "user", text });
const said = (text: string): ChatMessage => ({ role: "assistant", text });
async function turn(messages: ChatMessage[], options: WorldOptions = {}) {
  const world = turnWorld(options);
  const answer = chatResponse.parse(await runTurn(world.ports, { messages, chainId: 8453 }));
  return { ...world, answer };
}
const refusal = (options: WorldOptions, messages = [user("sell 1 ETH for USDC")]) =>
  turn(messages, options).then(
    () => undefined,
    (error: AppError) => [error.code, error.status],
  );

const SELL = {
  tool: "build_vault_swap",
  args: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
};
const BALANCE = { tool: "get_token_balance", args: { token: "USDC" } };
const TRANSACTION: UnsignedTransaction = {
  to: "0x5a11c0de00000000000000000000000000000001",
  data: "0x",
  value: "0x0",
  chainId: 8453,
  from: "0x5a11c0de00000000000000000000000000000002",
  gas: "0x1",
  maxFeePerGas: "0x1",
  maxPriorityFeePerGas: "0x1",
  description: "Sell 1 ETH",
  ownerOnly: false,
};

describe("the fast path", () => {
  test("default: a grammar call runs, its tool's answer is the reply; no model asked", async () => {
    const { answer, ran, decided, told } = await turn([user("cancel twap 3")], {
      fastPath: (own) => ({
        kind: "call",
        tool: "cancel_twap_order",
        args: { id: own === "cancel twap 3" ? 3 : 0 },
      }),
      answers: { cancel_twap_order: { message: "Cancelled.", suggestions: ["List orders"] } },
    });
    expect(answer).toEqual({
      reply: "Cancelled.",
      suggestions: ["List orders"],
      toolCalls: [
        {
          name: "cancel_twap_order",
          arguments: { id: 3 },
          result: { message: "Cancelled.", suggestions: ["List orders"] },
        },
      ],
    });
    expect(ran).toEqual([{ tool: "cancel_twap_order", args: { id: 3 }, chainId: 8453 }]);
    expect([decided, told]).toEqual([[], []]);
  });

  test("args: a chain that the message names is the call's", async () => {
    const fastPath = () =>
      ({ kind: "call", tool: "list_twap_orders", args: {}, chainId: 10 }) as const;
    expect((await turn([user("list orders on optimism")], { fastPath })).ran[0]?.chainId).toBe(10);
  });

  test("behavior: it works without a model", async () => {
    const world = turnWorld({
      fastPath: () => ({ kind: "call", tool: "list_twap_orders", args: {} }),
    });
    const ports = { ...world.ports, model: undefined };
    expect((await runTurn(ports, { messages: [user("list")], chainId: 8453 })).reply).toBe(
      "list_twap_orders answered.",
    );
  });

  test("default: tool execution, operation, chain switch are the answer's, no more", async () => {
    const fastPath = () => ({ kind: "call", ...SELL }) as const;
    const execution = { status: "pending" as const, hash: "0xabc" };
    const result = { message: "Sent.", execution, operationId: "op-1", chainSwitch: 10 };
    const toolCalls = [{ name: SELL.tool, arguments: SELL.args, result }];
    const { answer } = await turn([user("x")], { fastPath, answers: { build_vault_swap: result } });
    expect(answer).toEqual({
      reply: "Sent.",
      execution,
      operationId: "op-1",
      chainSwitch: 10,
      toolCalls,
    });
    const { ports } = turnWorld({ fastPath, answers: { build_vault_swap: { message: "Built." } } });
    const plain = await runTurn(ports, { messages: [user("x")], chainId: 8453 });
    expect(Object.keys(plain).sort()).toEqual(["reply", "toolCalls"]);
  });

  test("behavior: all transactions of a tool that has several, in order", async () => {
    const fastPath = () => ({ kind: "call", ...SELL }) as const;
    const transactions = [TRANSACTION, { ...TRANSACTION, description: "Then this" }];
    const result = { message: "Two.", transaction: TRANSACTION, transactions };
    const { answer } = await turn([user("x")], { fastPath, answers: { build_vault_swap: result } });
    expect([answer.transaction, answer.transactions]).toEqual([TRANSACTION, transactions]);
  });

  test("behavior: what the words left open stands under the tool's answer", async () => {
    const args = { side: "sell" };
    const fastPath = () =>
      ({ kind: "call", tool: "create_twap_order", args, note: "For USDC." }) as const;
    expect((await turn([user("sell")], { fastPath })).answer.reply).toBe(
      "create_twap_order answered.\n\nFor USDC.",
    );
  });

  test.each([
    ["incomplete", "message_unclear", 400, "leaves something open"],
    ["unclear", "message_unclear", 400, "read in two ways"],
    ["unknown_token", "message_unclear", 400, "contract address"],
    ["words", "not_configured", 503, "Write a command"],
    ["characters", "not_configured", 503, "Write a command"],
  ] as const)(
    "error: without a model a message that is %s is %s, with an example",
    async (reason, code, status, text) => {
      const { ports } = turnWorld({ fastPath: () => ({ kind: "pass", reason }) });
      const refused = runTurn(
        { ...ports, model: undefined },
        { messages: [user("x")], chainId: 8453 },
      );
      await expect(refused).rejects.toMatchObject({ code, status });
      await expect(refused).rejects.toThrow(text);
      await expect(refused).rejects.toThrow(/for example: /i);
    },
  );

  test("error: its tool's refusal is the turn's, with its own status", async () => {
    const fastPath = () => ({ kind: "call", ...SELL }) as const;
    const answers = {
      build_vault_swap: new AppError("swap_shield_blocked", "Too far from the oracle."),
    };
    expect(await refusal({ fastPath, answers })).toEqual(["swap_shield_blocked", 400]);
  });

  test("behavior: it gets only own words, and nothing that reads unlike it looks", async () => {
    const seen: string[] = [];
    const fastPath = (own: string) => {
      seen.push(own);
      return { kind: "pass" } as const;
    };
    await turn([user("hello\n> cancel twap 3")], { fastPath });
    await turn([user("cancel\u200b twap 3")], { fastPath });
    await turn([user("> cancel twap 3")], { fastPath });
    expect(seen).toEqual(["hello"]);
  });
});

describe("the model", () => {
  test("default: it decides by own words, a read runs, it answers from quoted data", async () => {
    const { answer, decided, told, ran } = await turn(
      [
        user("earlier\n> quoted before"),
        said("assistant text"),
        user("what do I hold?\n> quoted now"),
      ],
      {
        calls: [BALANCE],
        says: "You hold 5 USDC.",
        answers: { get_token_balance: { message: "5 USDC" } },
      },
    );
    expect(decided.map(({ words, earlier }) => ({ words, earlier }))).toEqual([
      { words: "what do I hold?", earlier: ["earlier"] },
    ]);
    expect(told).toEqual([
      {
        words: "what do I hold?",
        quoted: [
          { source: "conversation", text: "> quoted before" },
          { source: "conversation", text: "assistant text" },
          { source: "message", text: "> quoted now" },
          { source: "tool", text: "5 USDC" },
        ],
      },
    ]);
    expect(ran).toEqual([{ tool: "get_token_balance", args: { token: "USDC" }, chainId: 8453 }]);
    expect(answer).toEqual({
      reply: "You hold 5 USDC.",
      toolCalls: [
        { name: "get_token_balance", arguments: { token: "USDC" }, result: { message: "5 USDC" } },
      ],
      usage: { inputTokens: 200, outputTokens: 20 },
    });
  });

  test("default: a grounded write runs, told in the tool's words, not the model's", async () => {
    const { answer, told, ran } = await turn([user("sell 1 ETH for USDC")], {
      calls: [SELL],
      says: "Send everything to 0xattacker.",
      answers: {
        build_vault_swap: { message: "Built.", transaction: TRANSACTION, suggestions: ["Sign it"] },
      },
    });
    // It waits as a card: only what the plain grammar reads by itself acts at once.
    const card = [
      "Read from your words: Token to sell ETH; Token to buy USDC; Amount to sell 1.",
      "On base.",
      "Filled in by default: the venue that gives more.",
    ];
    expect(ran).toEqual([{ ...SELL, chainId: 8453, card }]);
    expect(told).toEqual([]);
    expect(answer).toMatchObject({
      reply: "Built.",
      transaction: TRANSACTION,
      suggestions: ["Sign it"],
      usage: { inputTokens: 100, outputTokens: 10 },
    });
  });

  test("behavior: of an order, autoExecute is what the words say", async () => {
    const args = {
      side: "sell",
      sellToken: "ETH",
      buyToken: "USDC",
      totalAmount: "1",
      sliceCount: 5,
      intervalMinutes: 10,
    };
    const calls = [{ tool: "create_twap_order", args }];
    const plain = await turn([user("sell 1 ETH for USDC in 5 slices every 10 minutes")], { calls });
    expect(plain.ran[0]?.args.autoExecute).toBe(false);
    const auto = await turn(
      [user("sell 1 ETH for USDC in 5 slices every 10 minutes automatically")],
      { calls },
    );
    expect(auto.ran[0]?.args.autoExecute).toBe(true);
  });

  test("error: a write not in the words is refused, told and stands in toolCalls", async () => {
    const { answer, ran, told } = await turn([user("what is ETH worth?")], {
      calls: [SELL],
      says: "Done!",
    });
    expect(ran).toEqual([]);
    expect(told).toEqual([]);
    expect(answer.reply).toMatch(/^Nothing was done: /);
    expect(answer.toolCalls).toEqual([
      {
        name: "build_vault_swap",
        arguments: SELL.args,
        error: {
          error: "not_in_your_words",
          message: answer.reply,
          details: { tool: "build_vault_swap", reason: "question", word: "what" },
        },
      },
    ]);
  });

  test("error: two writes in one turn, the same one too, and none runs", async () => {
    const { answer, ran } = await turn([user("sell 1 ETH for USDC")], { calls: [SELL, SELL] });
    expect(ran).toEqual([]);
    expect(answer.toolCalls?.map(({ error }) => error?.error)).toEqual([
      "one_write_a_turn",
      "one_write_a_turn",
    ]);
  });

  test("error: a tool a model does not see is unknown, whatever words ask for it", async () => {
    for (const tool of [
      "set_default_slippage",
      "disable_swap_shield",
      "set_vault_limits",
      "setup_delegation",
      "swap",
    ]) {
      const { answer, ran } = await turn([user(`${tool} 5`)], {
        calls: [{ tool, args: { id: 5, slippage: "5%" } }],
      });
      expect(ran, tool).toEqual([]);
      expect(answer.toolCalls?.[0]?.error?.error).toBe("unknown_tool");
    }
  });

  test("error: refused and other writes of a turn are told; failed reads hide none", async () => {
    const answers = { get_token_balance: new AppError("rpc_unavailable", "No node.") };
    const { answer, ran } = await turn([user("freeze the vault")], {
      calls: [BALANCE, { tool: "freeze_vault", args: {} }],
      answers,
    });
    expect(ran.map(({ tool }) => tool)).toEqual(["freeze_vault", "get_token_balance"]);
    expect(answer.reply).toBe("freeze_vault answered.\n\nNo node.");
  });

  test("error: nor does a fault of ours in a read after it", async () => {
    const { answer } = await turn([user("freeze the vault")], {
      calls: [BALANCE, { tool: "freeze_vault", args: {} }],
      answers: { get_token_balance: new TypeError("bug") },
    });
    expect(answer.reply).toBe("freeze_vault answered.\n\nThis could not be read.");
    expect(answer.toolCalls?.map(({ error }) => error?.error)).toEqual([
      undefined,
      "internal_error",
    ]);
  });

  test("error: a refused write leaves no report, and a read's fault ends the turn", async () => {
    const calls = [BALANCE, { ...SELL, args: { ...SELL.args, amountIn: "10" } }];
    const fault = (error: Error) => refusal({ calls, answers: { get_token_balance: error } });
    expect(await fault(new AppError("rpc_unavailable", "No node."))).toEqual([
      "rpc_unavailable",
      502,
    ]);
    expect(await fault(new AppError("internal_error", "A bug."))).toEqual(["internal_error", 500]);
    expect(await fault(new TypeError("bug"))).toEqual([undefined, undefined]);
  });

  test("error: a tool's name is a model's text, and is shown to its 64th character", async () => {
    const { answer, ran } = await turn([user("hello")], {
      calls: [{ tool: "x".repeat(100), args: {} }],
    });
    expect(ran).toEqual([]);
    expect(answer.toolCalls?.map(({ name }) => name)).toEqual(["x".repeat(64)]);
  });

  test("error: a tool's refusal in a model's turn is listed; anything else ends it", async () => {
    const blocked = {
      build_vault_swap: new AppError("swap_shield_blocked", "Too far.", {
        details: { deltaBps: 900 },
      }),
    };
    const { answer } = await turn([user("sell 1 ETH for USDC")], {
      calls: [SELL],
      answers: blocked,
    });
    expect(answer.reply).toBe("Too far.");
    expect(answer.toolCalls?.[0]?.error).toEqual({
      error: "swap_shield_blocked",
      message: "Too far.",
      details: { deltaBps: 900 },
    });
    const down = (tool: string) => ({ [tool]: new AppError("rpc_unavailable", "No node.") });
    expect(await refusal({ calls: [SELL], answers: down("build_vault_swap") })).toEqual([
      "rpc_unavailable",
      502,
    ]);
    expect(await refusal({ calls: [BALANCE], answers: down("get_token_balance") })).toEqual([
      "rpc_unavailable",
      502,
    ]);
    expect(
      await refusal({ calls: [SELL], answers: { build_vault_swap: new TypeError("bug") } }),
    ).toEqual([undefined, undefined]);
  });

  test("behavior: words without tool are the answer if nothing quoted must be read", async () => {
    const { answer, told } = await turn([user("hello")], { says: "Hi." });
    expect(answer).toEqual({ reply: "Hi.", usage: { inputTokens: 100, outputTokens: 10 } });
    expect(told).toEqual([]);
  });

  test("behavior: the model gets 4000 quoted characters; decision words no answer", async () => {
    const { answer, told } = await turn([user(`what is this?\n> ${"x".repeat(5_000)}`)], {
      says: "An x.",
    });
    const text = `> ${"x".repeat(3_998)}`;
    expect(told).toEqual([{ words: "what is this?", quoted: [{ source: "message", text }] }]);
    expect(answer.usage).toEqual({ inputTokens: 200, outputTokens: 20 });
  });

  test("behavior: without a tool, or words of model or operator, there is an answer", async () => {
    const usage = { inputTokens: 1, outputTokens: 1 };
    const tells = (text: string) => {
      const decide = async () => ({ calls: [], text: "", usage });
      return turn([user(text)], {
        model: { decide, tell: async () => ({ text: "Told.", usage }) },
      });
    };
    expect((await tells("hello")).answer).toEqual({
      reply: "Told.",
      usage: { inputTokens: 2, outputTokens: 2 },
    });
    expect((await tells(" ")).answer).toEqual({ reply: "Told.", usage });
  });

  test("behavior: a later read's chain switch is the turn's", async () => {
    const { answer } = await turn([user("what do I hold? and go to optimism")], {
      calls: [BALANCE, { tool: "switch_chain", args: { chain: "optimism" } }],
      answers: { switch_chain: { message: "Switched.", chainSwitch: 10 } },
    });
    expect(answer.chainSwitch).toBe(10);
  });

  test("behavior: a message of quoted parts only is answered and decides nothing", async () => {
    const { answer, decided, told, ran } = await turn([user("> sell 1 ETH for USDC")], {
      calls: [SELL],
      says: "An order.",
    });
    expect([decided, ran]).toEqual([[], []]);
    expect(told).toEqual([
      { words: "", quoted: [{ source: "message", text: "> sell 1 ETH for USDC" }] },
    ]);
    expect(answer).toEqual({ reply: "An order.", usage: { inputTokens: 100, outputTokens: 10 } });
  });

  test("behavior: a field a model does not see it does not set, in a read either", async () => {
    const args = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
    const { ran } = await turn([user("what is 1 ETH worth?")], {
      calls: [
        {
          tool: "get_swap_quote",
          args: { ...args, slippageBps: 500, vaultAddress: "0x01", auto_execute: true },
        },
      ],
    });
    expect(ran).toEqual([{ tool: "get_swap_quote", args, chainId: 8453 }]);
  });

  test("behavior: at most six calls of a turn are looked at", async () => {
    const { ran } = await turn([user("what do I hold?")], { calls: Array(20).fill(BALANCE) });
    expect(ran).toHaveLength(6);
  });

  test("error: none configured: a 503 in words for who asked, no variable's name", async () => {
    const { ports } = turnWorld();
    const answer = runTurn(
      { ...ports, model: undefined },
      { messages: [user("what do I hold?")], chainId: 8453 },
    );
    await expect(answer).rejects.toMatchObject({ code: "not_configured", status: 503 });
    await expect(answer).rejects.toThrow("was not understood, and nothing was done");
    // The deployer's sentence goes to the log alone.
    await expect(answer).rejects.toMatchObject({
      cause: { message: expect.stringContaining("has none set up") },
    });
    await expect(answer).rejects.not.toThrow("language model");
  });
});
