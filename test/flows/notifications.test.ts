import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
});
beforeEach(() => flow.sinkControl("clear"));
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const texts = (chatId: string): string[] =>
  flow.stack.stack.messaging
    .messages()
    .filter((message) => message.chatId === chatId)
    .map(({ text }) => text);
/** All that a message of this chat has shown, oldest first. */
const shownIn = (chatId: string): string[][] =>
  flow.stack.stack.messaging
    .messages()
    .filter((message) => message.chatId === chatId)
    .map(({ text, earlierTexts }) => [...earlierTexts, text]);
const idsIn = (text = ""): string[] =>
  [...text.matchAll(/<code>(#[0-9a-f]{8})<\/code>/g)].map(([, id]) => id ?? "");
const redis = (...command: string[]) => flow.stack.stack.redis.command(command);
/** Deliveries end after the tick's answer, so what they leave is waited for. */
const waitFor = (left: () => Promise<unknown> | unknown, expected: unknown) =>
  expect.poll(left, { timeout: 20_000 }).toEqual(expected);
const isNotified = (vault: TestVault) => {
  const queues = ["outbox-of", "outbox-later-of"].map(
    (queue) => `sx:local:${queue}:telegram:${vault.owner.toLowerCase()}`,
  );
  return waitFor(() => redis("EXISTS", ...queues), 0);
};
const tries = async (): Promise<number[]> =>
  ((await redis("HVALS", "sx:local:outbox-tries:telegram")) as string[])
    .map(Number)
    .sort((a, b) => b - a);

const isCard = (text: string): boolean => /[▰▱]{10}/.test(text);

async function readyVault(chatId: string): Promise<TestVault> {
  const vault = await flow.readyVault();
  await flow.stack.pair(vault, chatId);
  return vault;
}

test("default: three slices are one edited message with progress; the end is another", async () => {
  const { stack, orders, chain } = flow;
  const vault = await readyVault("101");
  const id = await orders.create(vault, { totalAmount: "30", sliceCount: 3 });
  for (const _ of [1, 2, 3]) {
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
    await isNotified(vault);
  }
  const hashes = await chain.sentBy(vault.agent);
  const [card = [], end = [], ...more] = shownIn("101");
  expect(more).toEqual([]);
  expect(card).toHaveLength(3);
  card.forEach((text, index) => {
    expect(text).toContain(`✅ <b>TWAP #${id}</b> slice executed (${index + 1}/3)`);
    expect(text).toMatch(/Sold 10 USDC, bought (about )?0\.00\d+ ETH/);
    expect(text).toContain(`https://basescan.org/tx/${hashes[index]}`);
  });
  expect(card[0]).toMatch(
    /▰▰▰▱▱▱▱▱▱▱ 1\/3, running\nSold 10 USDC, .*\nAverage price: .*\nNext slice: 20/,
  );
  expect(card[2]).toContain("▰▰▰▰▰▰▰▰▰▰ 3/3, completed");
  expect(end).toHaveLength(1);
  expect(end[0]).toContain(`🏁 <b>TWAP #${id}</b> completed (3/3)\nTotal spent: 30 USDC`);
  expect([...card, ...end].map((text) => idsIn(text).length)).toEqual([1, 1, 1, 1]);
  expect(new Set([...card, ...end].flatMap(idsIn)).size).toBe(4);
});

test("behavior: a failed slice is notified with its debug call data, and its pause", async () => {
  const { stack, orders } = flow;
  const vault = await readyVault("102");
  const id = await orders.create(vault);
  await flow.venueControl("uniswap", "skew", { bps: 400 });
  for (const _ of [1, 2, 3]) {
    await stack.advance(5 * MINUTE);
    await isNotified(vault);
  }
  const [told, cards] = [texts("102").filter((text) => !isCard(text)), texts("102").filter(isCard)];
  expect(told).toHaveLength(3);
  // Its card came with the order, and shows what became of it.
  expect(cards).toEqual([expect.stringContaining("0/4, paused after failures")]);
  for (const text of told)
    expect(text).toMatch(
      /Debug call data:\nto: <code>0x[0-9a-f]{40}<\/code>\n.*\n.*\ndata: <code>0x3593564c/,
    );
  expect(told[2]).toContain(`⏸ <b>TWAP #${id}</b> paused (0/4)`);
});

test("behavior: a failing channel loses nothing; only unacknowledged ids come again", async () => {
  const { stack, orders } = flow;
  const vault = await readyVault("103");
  const id = await orders.create(vault, { totalAmount: "50", sliceCount: 5 });
  await flow.sinkControl("fail", { afterAccept: true });
  await flow.sinkControl("fail", { status: 500 });
  await flow.sinkControl("fail", { status: 429, retryAfter: 400 });
  const tick = async () =>
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });

  await tick();
  // The order's first sight, and its slice, in one message.
  await waitFor(tries, [1, 1]);
  expect(texts("103")).toHaveLength(1);
  await tick();
  await waitFor(tries, [2, 2, 1]);
  await tick();
  const restsFor = async () =>
    Number(await redis("GET", "sx:local:outbox-chat:telegram:103")) - stack.stack.nowMs();
  await waitFor(async () => (await restsFor()) > 300_000, true);
  await tick();
  expect(texts("103")).toHaveLength(1);
  await tick();
  await isNotified(vault);

  // The first is there, though the service was not told so: its card begins anew, under the same
  // id.
  const [first, second, third, ...more] = texts("103");
  expect(more).toEqual([]);
  expect(idsIn(first)).toHaveLength(1);
  expect(new Set(idsIn(second)).size).toBe(5);
  expect(idsIn(second)[0]).toBe(idsIn(first)[0]);
  expect(idsIn(third)).toHaveLength(1);
  const lines = [second, third]
    .flatMap((text = "") => text.split("\n"))
    .filter((line) => /TWAP #/.test(line));
  expect(lines).toEqual([
    `🏁 <b>TWAP #${id}</b> sell 50 USDC for ETH`,
    `✅ <b>TWAP #${id}</b> slices 1-5 of 5 executed`,
    `🏁 <b>TWAP #${id}</b> completed (5/5)`,
  ]);
  // The chain's five trades together, and the last one's link.
  const hashes = await flow.chain.sentBy(vault.agent);
  expect(second).toContain("Sold 50 USDC, bought");
  expect(second).toContain(`Transaction: https://basescan.org/tx/${hashes.at(-1)}`);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 5,
    consecutiveFailures: 0,
  });
});

test("behavior: an operator blocking the bot is not notified; the order goes on", async () => {
  const { stack, orders } = flow;
  const vault = await readyVault("104");
  const id = await orders.create(vault, { totalAmount: "20", sliceCount: 2 });
  await flow.sinkControl("fail", { status: 403, times: 2 });
  for (const _ of [1, 2]) {
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
    await isNotified(vault);
  }
  expect(texts("104")).toEqual([]);
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", slicesExecuted: 2 });
  expect(await redis("HGET", "sx:local:outbox-dropped", "refused")).toBe("4");
});
