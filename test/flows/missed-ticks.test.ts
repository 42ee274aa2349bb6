import { afterAll, beforeAll, expect, test } from "vitest";
import { setWorkerClock } from "../../local/stack/set-worker-clock.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type Wire, watchWire } from "../support/watch-wire.ts";

let flow: Flow;
let wire: Wire;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
  wire = watchWire(flow.stack.proxies);
});
afterAll(() => flow?.stack.stop());

const CHAT = "501";
const LATE = "Orders late";
const told = (chatId: string): string[] =>
  flow.stack.stack.messaging
    .messages()
    .filter((message) => message.chatId === chatId)
    .map(({ text }) => text);
const times = (chatId: string) => told(chatId).filter((text) => text.includes(LATE)).length;
/** What comes after an answer is waited for. */
const waitFor = (value: () => unknown, expected: unknown) => expect.poll(value).toEqual(expected);
const redis = (...command: string[]) => flow.stack.stack.redis.command(command);
/** The delivery that follows has looked at the outbox and left nothing in it. */
async function delivered(): Promise<void> {
  const looked = () =>
    wire.requests("redis").some(({ label, to }) => label === "redis:take-outbox" && to !== null);
  await waitFor(looked, true);
  await waitFor(() => redis("ZCARD", "sx:local:outbox-due:telegram"), 0);
}
const lastTick = async () => Number(await redis("GET", "sx:local:last-tick"));

/**
 * The Worker alone moves on, so no tick comes; what it has seen of its dependencies is forgotten by
 * then.
 */
const workerAt = (ms: number) => setWorkerClock(flow.stack.stack.baseUrl, ms);
const health = async () => (await flow.stack.call("GET", "/api/health")).body;
/** What wrangler has in place of the platform's cron: it answers when the handler has ended. */
async function cron(): Promise<string[]> {
  wire.reset();
  const answer = await fetch(`${flow.stack.stack.baseUrl}/cdn-cgi/local/scheduled`);
  expect(answer.status).toBe(200);
  await answer.text();
  return wire.labels("redis");
}

test("behavior: health reports each outage, and operators are notified of it once", async () => {
  const { stack, orders } = flow;
  expect(await health()).toMatchObject({
    ok: true,
    scheduler: { status: "never", lastTickAt: null },
  });
  const vault = await flow.newVault();
  await stack.pair(vault, CHAT);
  const idle = await flow.newVault();
  await stack.pair(idle, "502");
  await orders.create(vault, { autoExecute: false, sliceCount: 9, totalAmount: "90", dex: "0x" });
  await stack.advance(MINUTE);
  const first = await lastTick();
  await workerAt(first + 10 * MINUTE - 5_000);
  expect((await health()).scheduler).toEqual({ status: "ok", lastTickAt: first });
  expect(times(CHAT)).toBe(0);

  // First outage: health is asked five times, each a fresh look, and then the cron comes twice.
  for (let look = 0; look < 5; look += 1) {
    await workerAt(first + 11 * MINUTE + look * 6_000);
    wire.reset();
    const { ok, scheduler } = await health();
    expect([ok, scheduler]).toEqual([true, { status: "late", lastTickAt: first }]);
    await delivered();
    expect(times(CHAT)).toBe(1);
  }
  const [text] = told(CHAT).filter((one) => one.includes(LATE));
  expect(text).toContain(
    `after ${new Date(first).toISOString().slice(0, 16).replace("T", " ")} UTC`,
  );
  expect((await cron()).slice(0, 2)).toEqual(["redis:read", "redis:claim-due"]);
  const second = await lastTick();
  expect(second).toBeGreaterThanOrEqual(first + 11 * MINUTE);
  await delivered();
  // Where no tick is missed, the cron looks at prices.
  expect(await cron()).toEqual(["redis:read", "redis:ask-venue-prices"]);
  await workerAt(second + 7_000);
  expect((await health()).scheduler).toEqual({ status: "ok", lastTickAt: second });
  wire.reset();
  expect(await stack.advance(14 * MINUTE)).toMatchObject({ duplicate: false });
  expect(await lastTick()).toBeGreaterThan(second);
  await delivered();
  expect(times(CHAT)).toBe(1);

  // Second outage: nobody looks, the tick that ends it tells of it.
  await stack.advance(11 * MINUTE);
  await waitFor(() => times(CHAT), 2);
  await waitFor(() => redis("EXISTS", "sx:local:missed-ticks"), 0);
  await workerAt((await lastTick()) + 7_000);
  expect((await health()).scheduler.status).toBe("ok");

  // Third: the cron alone, twice at once.
  await workerAt((await lastTick()) + 12 * MINUTE);
  await Promise.all([cron(), cron()]);
  await waitFor(() => times(CHAT), 3);
  wire.reset();
  await stack.advance(20 * MINUTE);
  await delivered();
  expect(times(CHAT)).toBe(3);
  expect(times("502")).toBe(0);
});
