import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalServer, startHttpServer } from "../../local/lib/start-http-server.ts";
import type { Channel } from "../../src/kinds/channel.ts";
import type { Tables } from "../../src/kinds/tables.ts";
import { checkChannels } from "../../src/notifications/check-channels.ts";
import { TABLES } from "../../src/tables.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { BEEPER, PAGE_LINES, PAGER, PAGER_PACE_MS } from "../support/planted-channel.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * The Worker with two channels more. No file of the service knows them: how they are paired, what
 * they are told and how fast follows from what the channel says of itself
 * (test/support/planted-channel.ts). Telegram is not configured here.
 */
type Page = { id: string; pager: string; texts: string[] };
type Asked = { method: string; pager: string; text: string; atMs: number };

let flow: Flow;
let server: LocalServer;
let pages: Page[] = [];
let asked: Asked[] = [];

beforeAll(async () => {
  server = await startHttpServer(async ({ method, target, body }) => {
    const { pager, text } = JSON.parse(String(body)) as { pager: string; text: string };
    asked.push({ method, pager, text, atMs: Date.now() });
    const known = pages.find(({ id }) => target === `/pages/${id}`);
    if (method === "PUT" && known === undefined) return { status: 404, body: "{}" };
    const page = known ?? { id: `page-${pages.length}`, pager, texts: [] };
    page.texts.push(text);
    if (known === undefined) pages.push(page);
    return { status: 200, body: JSON.stringify({ page: page.id }) };
  });
  const entry = join(import.meta.dirname, "../support/planted-channel-worker.ts");
  flow = await startFlow({ entry, vars: { PAGER_URL: server.url } });
});
beforeEach(() => {
  pages = [];
  asked = [];
});
afterEach(() => flow.reset());
afterAll(async () => {
  await flow?.stack.stop();
  await server?.stop();
});

const redis = (...command: string[]) => flow.stack.stack.redis.command(command);
const queuesOf = (channel: string, vault: TestVault) =>
  ["outbox-of", "outbox-later-of"].map(
    (queue) => `sx:local:${queue}:${channel}:${vault.owner.toLowerCase()}`,
  );
/** Deliveries end after the tick's answer. */
const isTold = (vault: TestVault) =>
  expect.poll(() => redis("EXISTS", ...queuesOf("pager", vault)), { timeout: 30_000 }).toBe(0);
const kept = async (channel: string, vault: TestVault): Promise<string[]> => {
  const ids = await Promise.all(
    queuesOf(channel, vault).map((queue) => redis("LRANGE", queue, "0", "-1")),
  );
  return (ids as string[][]).flat();
};
const credentials = async (vault: TestVault) => {
  const at = Math.floor(flow.stack.stack.nowMs());
  const signed = await signOperator(
    vault.ownerKey,
    actionMessage(at, "pair", 8453, vault.address),
    at,
  );
  return { vaultAddress: vault.address, chainId: 8453, ...signed };
};
const show = async (code: string, pager: string): Promise<boolean> =>
  (await flow.stack.call("POST", "/api/pager/code", { code, pager })).body.paired;
/** A vault whose operator is paired with this pager, by the channel's own routes. */
async function pairedVault(pager: string): Promise<TestVault> {
  const vault = await flow.newVault();
  await flow.stack.delegated(vault);
  const { status, body } = await flow.stack.call(
    "POST",
    "/api/pager/pair",
    await credentials(vault),
  );
  expect([status, body.link]).toEqual([200, `pager:${body.code}`]);
  expect(await show(body.code, pager)).toBe(true);
  return vault;
}
const kindsIn = (text = ""): string[] => text.split("\n").map((line) => line.split(" ")[0] ?? "");

test("default: paired once by its own code; an order is one page, kept up to date", async () => {
  const { stack, orders } = flow;
  const vault = await pairedVault("p1");
  expect(await show("a code that nobody made", "p1")).toBe(false);
  const id = await orders.create(vault, { totalAmount: "20", sliceCount: 2 });
  for (const _ of [1, 2]) {
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
    await isTold(vault);
  }
  const [card, end, ...more] = pages;
  expect(more).toEqual([]);
  expect([card?.pager, end?.pager]).toEqual(["p1", "p1"]);
  const heads = card?.texts.map((text) =>
    text.split("\n").map((line) => line.replace(/ twap:.*/, "")),
  );
  expect(heads?.at(0)).toEqual([`order ${id} active 1/2`, "slice_executed"]);
  expect(heads?.at(-1)).toEqual([`order ${id} completed 2/2`, "slice_executed"]);
  expect(kindsIn(end?.texts[0])).toEqual(["order_completed"]);
  expect(asked.map(({ method }) => method).sort()).toEqual(["POST", "POST", "PUT"]);
});

test("behavior: alarms first, several notices a page, none before the channel's pace", async () => {
  const { stack, orders } = flow;
  const vault = await pairedVault("p2");
  const changed = await orders.create(vault, {
    totalAmount: "40",
    sliceCount: 4,
    intervalMinutes: 60,
  });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  await isTold(vault);
  asked = [];
  const failing = await orders.create(vault);
  for (const name of [
    "pause_twap_order",
    "resume_twap_order",
    "pause_twap_order",
    "cancel_twap_order",
  ])
    expect((await stack.tool(vault, name, { id: changed })).status).toBe(200);
  await flow.venueControl("uniswap", "skew", { bps: 400 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ failed: 1 });
  await isTold(vault);

  const texts = asked.filter(({ text }) => !text.startsWith("order ")).map(({ text }) => text);
  // Written before it, told behind it: the alarm is another order's.
  expect(texts.map(kindsIn)).toEqual([
    ["slice_failed", "order_paused", "order_resumed"],
    ["order_paused", "order_cancelled"],
  ]);
  expect(kindsIn(texts[0])).toHaveLength(PAGE_LINES);
  const cards = asked
    .filter(({ text }) => text.startsWith("order "))
    .map(({ text }) => text.split("\n")[0]);
  expect(cards).toEqual(
    expect.arrayContaining([
      `order ${changed} cancelled 1/4`,
      expect.stringContaining(`order ${failing} active 0/4`),
    ]),
  );
  const gaps = asked.slice(1).map(({ atMs }, index) => atMs - (asked[index]?.atMs ?? 0));
  expect(gaps.length).toBeGreaterThan(1);
  // A request takes a few ms less or more to arrive.
  expect(Math.min(...gaps)).toBeGreaterThan(PAGER_PACE_MS - 100);
});

test("behavior: an unconfigured channel is sent nothing, keeps all, others are told", async () => {
  const { stack, orders } = flow;
  const vault = await pairedVault("p3");
  const operator = vault.owner.toLowerCase();
  await redis("SET", `sx:local:channels:${operator}`, "pager,beeper,telegram");
  for (const channel of ["beeper", "telegram"])
    await redis("SET", `sx:local:pairing:${channel}:${operator}`, JSON.stringify({ chatId: "b3" }));
  const id = await orders.create(vault, { totalAmount: "10", sliceCount: 1 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  await isTold(vault);
  expect(new Set(asked.map(({ pager }) => pager))).toEqual(new Set(["p3"]));
  expect(stack.stack.messaging.messages()).toEqual([]);
  const all = [
    `order_card:${vault.address.toLowerCase()}:${id}`,
    /:slice_executed$/,
    /:order_completed$/,
  ];
  const expected = all.map((one) => (typeof one === "string" ? one : expect.stringMatching(one)));
  expect(await kept("beeper", vault)).toEqual(expected);
  expect(await kept("telegram", vault)).toEqual(expected);
});

test("error: a part left out does not compile, and is refused by name in the table check", () => {
  const refusedWithout = (pager: Channel) =>
    checkChannels({ ...TABLES.channels, pager, beeper: BEEPER });
  const { id: _id, ...noId } = PAGER;
  const { env: _env, ...noEnv } = PAGER;
  const { pair: _pair, ...noPair } = PAGER;
  const { queue: _queue, ...noQueue } = PAGER;
  const { show: _show, ...noShow } = PAGER;
  const { connect: _connect, ...noConnect } = PAGER;
  const { door: _door, ...noDoor } = PAGER;
  // @ts-expect-error it has no id
  expect(refusedWithout(noId)).toEqual(["pager: id"]);
  // @ts-expect-error nothing says what configures it
  expect(refusedWithout(noEnv)).toEqual(["pager: env"]);
  // @ts-expect-error nobody can be paired
  expect(refusedWithout(noPair)).toEqual(["pager: pair"]);
  // @ts-expect-error it has no limits
  expect(refusedWithout(noQueue)).toEqual(["pager: queue"]);
  // @ts-expect-error it shows nothing
  expect(refusedWithout(noShow)).toEqual(["pager: show"]);
  // @ts-expect-error it sends nothing
  expect(refusedWithout(noConnect)).toEqual(["pager: connect", "pager: card and edit"]);
  // @ts-expect-error it has no routes
  expect(refusedWithout(noDoor)).toEqual(["pager: door"]);
  // @ts-expect-error a channel of the list has no line
  const without: Tables["channels"] = {};
  expect(checkChannels(without)).toEqual(
    ["telegram", "pager", "beeper"].map((id) => `${id} has no channel`),
  );
  expect(refusedWithout(PAGER)).toEqual([]);
});
