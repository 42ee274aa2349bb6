import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAT_ACTIONS } from "../../../src/telegram/chat-actions.ts";
import { orderButton } from "../../../src/telegram/order-button.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";
import { chatWorld } from "./chat-world.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

/**
 * Real engines: without a node a command that is understood ends as the node's failure, and never
 * as a question.
 */
async function chat() {
  const world = chatWorld(redis.store());
  await world.pair();
  const last = () => world.told.at(-1);
  return {
    ...world,
    last,
    say: async (text: string) => {
      await world.handle(world.words(text), CHAT_ACTIONS);
      return last()?.html ?? "";
    },
    tap: async (label: string) => {
      const button = last()
        ?.keyboard?.inline_keyboard.flat()
        .find(({ text }) => text === label);
      await world.handle(world.press(button?.callback_data ?? ""), CHAT_ACTIONS);
      return last()?.html ?? "";
    },
  };
}
const NO_NODE = /chain could not be asked/;

test("default: questions have a button per reading, fit Telegram; a tap runs once", async () => {
  const { say, tap, last, told, press, handle } = await chat();
  expect(await say("sell 1.000 usdc for eth")).toContain("can be read in two ways");
  const buttons = last()?.keyboard?.inline_keyboard.flat() ?? [];
  expect(buttons.map(({ text }) => text)).toEqual(["1,000", "1"]);
  for (const { callback_data: data } of buttons)
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
  expect(await tap("1,000")).toMatch(NO_NODE);
  const before = told.length;
  await handle(press(buttons[0]?.callback_data ?? ""), CHAT_ACTIONS);
  expect([told.length, last()?.html]).toEqual([
    before + 1,
    expect.stringContaining("was answered at"),
  ]);
});

test("behavior: the next words of the chat answer it; an hour later they do not", async () => {
  const { say, pass } = await chat();
  expect(await say("swap 1 eth to usd")).toContain("Do you mean USDC?");
  expect(await say("yes")).toMatch(NO_NODE);
  expect(await say("swap 1 eth to usd")).toContain("Do you mean USDC?");
  pass(3_600_000);
  expect(await say("yes")).toContain("Nothing is open");
});

test("attack: forwarded and quoted words answer nothing", async () => {
  const { say, tap, handle, words, last } = await chat();
  await say("swap 1 eth to usd");
  await handle(words("yes", { forward_date: 1 }), CHAT_ACTIONS);
  expect(last()?.html).toContain("starts nothing");
  await say("> yes");
  expect(last()?.html).not.toMatch(NO_NODE);
  // Other answers were shown since: a bare "yes" gets the question once more, and its button
  // answers it.
  expect(await say("yes")).toContain("Do you mean USDC?");
  const label = last()?.keyboard?.inline_keyboard.flat()[0]?.text ?? "";
  expect(await tap(label)).toMatch(NO_NODE);
});

test.each([
  ["a command", "/settings"],
  ["a command that shows nothing of it", "/orders"],
  ["a chain to switch to", "switch to polygon"],
])("attack: after %s a bare yes runs nothing: the question is shown once more", async (_, text) => {
  const { say } = await chat();
  expect(await say("swap 1 eth to usd")).toContain("Do you mean USDC?");
  expect(await say(text)).not.toContain("Do you mean USDC?");
  expect(await say("yes")).toContain("Do you mean USDC?");
  expect(await say("usdc")).toMatch(NO_NODE);
});

test("attack: after an order's or operation's button a bare yes runs nothing either", async () => {
  const button = orderButton({
    action: "details",
    chainId: 8453,
    vault: `0x${"a1".repeat(20)}`,
    orderId: 1,
  });
  for (const data of [button.callback_data, "approve:op_1-x"]) {
    const { say, handle, press } = await chat();
    expect(await say("swap 1 eth to usd")).toContain("Do you mean USDC?");
    await handle(press(data), CHAT_ACTIONS);
    expect(await say("yes")).toContain("Do you mean USDC?");
  }
});
