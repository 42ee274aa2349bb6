import { afterAll, beforeAll, expect, test } from "vitest";
import { flowChat } from "../support/flow-chat.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/** Questions of the chat on a whole stack, without a model: over HTTP and in Telegram. */
const HOUR = 3_600_000;
let flow: Flow;
let vault: TestVault;
let auth: Record<string, unknown>;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
  vault = await flow.newVault();
  await flow.stack.delegated(vault);
  auth = { vaultAddress: vault.address, chainId: 8453 };
});
afterAll(() => flow?.stack.stop());

const signed = async () => ({ ...auth, ...(await flow.stack.credentials(vault.ownerKey)) });
const say = async (content: string, more: object = {}) =>
  flow.stack.call("POST", "/api/chat", { messages: [{ role: "user", content }], ...auth, ...more });
const orders = async () => (await flow.orders.list(vault)).length;

test("default: over HTTP an open question, its answer, and the same answer again", async () => {
  const asked = await say("sell 10 usdc");
  expect([asked.status, asked.body.transaction]).toEqual([200, undefined]);
  const { id, text, options } = asked.body.question;
  expect([text, options[0]]).toEqual([
    "For which token?",
    { label: "ETH", words: "sell 10 usdc for eth" },
  ]);
  const answered = await say("eth", { questionId: id });
  const direct = await say("sell 10 usdc for eth");
  expect([answered.status, answered.body.transaction.to]).toEqual([
    200,
    direct.body.transaction.to,
  ]);
  expect(await say("eth", { questionId: id })).toMatchObject({
    status: 400,
    body: { error: "question_not_open" },
  });
  expect((await say("eth", { questionId: "nothing" })).body.error).toBe("invalid_request");
});

test("default: over HTTP a first command runs as alone, another asks, its id answers", async () => {
  const both = await say("sell 10 usdc for eth, then sell 5 usdc for weth");
  const alone = await say("sell 10 usdc for eth");
  const { transaction, toolCalls, question, reply } = both.body;
  expect([both.status, transaction.to, toolCalls.length]).toEqual([
    200,
    alone.body.transaction.to,
    1,
  ]);
  expect(toolCalls[0].arguments).toMatchObject(alone.body.toolCalls[0].arguments);
  expect([question.options[0].words, reply]).toEqual([
    "sell 5 usdc for weth",
    expect.stringContaining("Once that has ended: sell 5 usdc for weth?"),
  ]);
  const next = await say("yes", { questionId: question.id });
  expect(next.body.toolCalls[0].arguments).toMatchObject({
    tokenIn: "usdc",
    tokenOut: "weth",
    amountIn: "5",
  });
  const refused = await say("cancel order 77, then sell 10 usdc for eth", await signed());
  expect(refused.body).toMatchObject({
    error: "twap_order_not_found",
    message: expect.stringContaining(
      "The rest of the message was not begun: sell 10 usdc for eth.",
    ),
  });
});

test("error: a yes an hour late, by another caller or with nothing open does nothing", async () => {
  const own = (await say("sell 60 usdc for eth every 5 minutes", await signed())).body.question;
  expect(own.text).toBe("In how many slices?");
  expect((await say("5 slices", { questionId: own.id })).body.error).toBe("question_not_open");
  await flow.stack.advance(HOUR);
  expect((await say("5 slices", { ...(await signed()), questionId: own.id })).body.error).toBe(
    "question_not_open",
  );
  expect((await say("yes", await signed())).body.error).toBe("question_not_open");
  expect(await orders()).toBe(0);
});

test("default: Telegram edits, taps, unclear and stale yes make only orders meant", async () => {
  const chat = flowChat(flow, 8_400);
  await chat.ask(`/start ${await chat.code(vault)}`);
  // Notifications of the order may come in between.
  const said = async (words: string, answer: string) => {
    await chat.say(words);
    await chat.told(answer);
  };
  await said("sell 60 usdc for eth in 10 slices", "How far apart are the slices");
  await said("make it 6 slices", "Then it is: sell 60 usdc for eth in 6 slices");
  await said("every 5 minutes", "TWAP order #1 created");

  await said("pause order 1", "TWAP order #1 is paused");
  expect((await flow.orders.order(vault, 1)).status).toBe("paused");
  // What was said before is written behind an answer: an order that is not known yet is asked for.
  await chat.say("resume order");
  const resumed = await chat.told(/Which order\?|By what was said before: "resume order 1"/);
  if (resumed.includes("Which order?")) await chat.tap("#1 sell 60 USDC for ETH");
  await chat.told("Waits for your approval");
  await chat.tap("approve");
  await chat.told("TWAP order #1 is active again");

  await chat.say("cancel 1 and 2");
  expect(await chat.told("TWAP order #1 cancelled")).toContain(
    "Once that has ended: cancel order 2?",
  );
  await said("disable the shield", "The Swap Shield?");
  // The card of the resumption is one of them.
  await said("yes", "questions are open. Which do you mean?");
  await chat.tap("cancel order 2");
  await chat.told("no open TWAP order #2");
  await flow.stack.advance(HOUR);
  await said("yes", "Nothing is open");
  expect(await orders()).toBe(1);
});
