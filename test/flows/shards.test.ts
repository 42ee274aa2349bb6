import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type TwapOrder, twapOrder } from "../../schemas/twap-order.ts";
import { lowerHex } from "../../src/lib/normalize-address.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { createUpstashRedis } from "../../src/store/kernel/upstash-redis.ts";
import { createOrder } from "../../src/store/orders/create-order.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { newOrders } from "../support/new-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

const keys = createKeys("sx:local:");
const MANUAL = 34;
const DELEGATED = 6;
/** USDC of a vault's three orders, by which their transactions are told apart. */
const AMOUNTS = [10, 20, 30];

let flow: Flow;
let manual: TestVault[];
let delegated: TestVault[];
/**
 * An order as the service itself stores it; further ones are put beside it by the store's own
 * script.
 */
let template: TwapOrder;

beforeAll(async () => {
  flow = await startFlow();
  manual = await inTurns(MANUAL, () => flow.newVault());
  delegated = await inTurns(DELEGATED, () => flow.readyVault());
  const first = await flow.newVault();
  await flow.orders.create(first, { sliceCount: 1, totalAmount: "10", autoExecute: false });
  template = await stored(first, 1);
  await flow.orders.cancelAll(first);
});
afterEach(() => flow.stack.proxies.qstash.clearHooks());
afterAll(() => flow?.stack.stop());

async function inTurns<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(4, count - made.length) }, make))),
    );
  return made;
}

async function stored({ address }: TestVault, id: number): Promise<TwapOrder> {
  const text = await flow.stack.stack.redis.command(["HGET", keys.order(address, id), "json"]);
  return twapOrder.parse(JSON.parse(String(text)));
}

/** Three orders of one slice each, of 10, 20 and 30 USDC, due from now on. */
async function putOrders(vault: TestVault, autoExecute: boolean): Promise<void> {
  const { url, token } = flow.stack.stack.redis;
  const { id: _, ...order } = template;
  for (const usdc of AMOUNTS) {
    const amounts = {
      totalAmount: String(usdc),
      sliceAmount: String(usdc),
      totalBase: `${usdc}000000`,
      sliceBase: `${usdc}000000`,
    };
    const made = await createOrder.run(createUpstashRedis({ url, token }), keys, {
      requestId: randomUUID(),
      nowMs: Math.floor(flow.stack.stack.nowMs()),
      ...newOrders.twap({
        ...order,
        ...amounts,
        vaultAddress: vault.address,
        operatorAddress: lowerHex(vault.owner),
        autoExecute,
      }),
    });
    expect(made.ok).toBe(true);
  }
}

const control = async (path: string, body?: object): Promise<any> => {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await fetch(`${flow.stack.stack.scheduler.url}/_dev/${path}`, init)).json();
};
const waiting = async (): Promise<any[]> => (await control("log")).waiting;

/** What the Worker asks of others meanwhile: how many requests, and how many at once. */
function watchRequests() {
  let underWay = 0;
  let atOnce = 0;
  let count = 0;
  const seen = Object.entries(flow.stack.proxies).filter(([name]) => name !== "facilitator");
  for (const [, proxy] of seen) {
    proxy.before(async () => {
      count += 1;
      underWay += 1;
      atOnce = Math.max(atOnce, underWay);
    });
    proxy.after(async () => {
      underWay -= 1;
    });
  }
  return {
    count: () => count,
    atOnce: () => atOnce,
    stop: () => {
      for (const [, proxy] of seen) proxy.clearHooks();
    },
  };
}

/**
 * Each of the vault's last three orders ran its one slice, one after the other, and nothing else
 * did.
 */
async function expectRunOnce(vault: TestVault, firstId = 1): Promise<void> {
  const ids = AMOUNTS.map((_, index) => firstId + index);
  const orders = await Promise.all(ids.map((id) => stored(vault, id)));
  expect(orders).toMatchObject(
    AMOUNTS.map((usdc) => ({
      status: "completed",
      slicesExecuted: 1,
      amountSpent: String(usdc),
      consecutiveFailures: 0,
    })),
  );
  const events = (await flow.orders.events(vault)).slice(-3);
  expect(events.map(({ orderId, success }) => [orderId, success])).toEqual(
    ids.map((id) => [id, true]),
  );
}

test("behavior: of 120 due orders a tick runs its part, shards the rest, none twice", async () => {
  const { stack, chain } = flow;
  for (const vault of manual) await putOrders(vault, false);
  for (const vault of delegated) await putOrders(vault, true);
  await control("hold", { messages: true });

  const first = await stack.advance(5 * MINUTE);
  // Seven vaults with three orders each; the other 99 are three shards of 40.
  expect(first).toMatchObject({
    duplicate: false,
    slices: 21,
    executed: 21,
    shards: 3,
    more: true,
  });
  const url = `${stack.stack.baseUrl}/api/internal/twap-slices`;
  const queued = await waiting();
  expect(queued.map((one) => [one.url, JSON.parse(one.body)])).toEqual(
    [0, 1, 2].map((shard) => [url, { chainIds: [8453], shard, tick: expect.any(Number) }]),
  );

  // Delivered again with a signature of its own, as a scheduler does that heard no answer.
  const [again] = await stack.stack.tick();
  expect(JSON.parse(again!.body)).toMatchObject({
    duplicate: false,
    slices: 21,
    executed: 21,
    shards: 2,
  });
  expect((await waiting()).map(({ messageId }) => messageId)).toEqual(
    queued.map(({ messageId }) => messageId),
  );

  const watch = watchRequests();
  const { deliveries } = await control("flush", { messageId: queued[0].messageId });
  expect(deliveries).toMatchObject([{ status: 200 }]);
  // Fourteen vaults: 42 orders are the first that are 40 or more.
  expect(JSON.parse(deliveries[0].body)).toMatchObject({
    slices: 42,
    executed: 42,
    failed: 0,
    pending: 0,
    more: true,
  });
  expect(watch.count()).toBeGreaterThan(42 * 3);
  expect(watch.count()).toBeLessThanOrEqual(900);
  expect(watch.atOnce()).toBeGreaterThan(1);
  expect(watch.atOnce()).toBeLessThanOrEqual(6);
  watch.stop();

  await control("resume", {});
  await expect.poll(async () => (await waiting()).length).toBe(0);
  for (const vault of [...manual, ...delegated]) await expectRunOnce(vault);
  for (const vault of delegated) {
    const { USDC } = stack.stack.chain.tokens;
    const hashes = await chain.sentBy(vault.agent);
    const moved = await Promise.all(hashes.map((hash) => chain.moved(hash, vault.address, USDC)));
    expect(moved).toEqual([-10_000_000n, -20_000_000n, -30_000_000n]);
  }
  for (const vault of manual) expect(await chain.nonceOf(vault.agent)).toBe(0);
  const shards = stack.stack.scheduler.log().filter((one) => one.url === url);
  expect(shards.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(shards.reduce((sum, { body }) => sum + JSON.parse(body).slices, 0)).toBe(120 - 42);
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0, shards: 0, more: false });
});

test("behavior: delegated slices of several vaults share looks for receipts", async () => {
  const { stack } = flow;
  for (const vault of delegated) await putOrders(vault, true);
  const asked: number[] = [];
  stack.proxies.rpc.before(async ({ body }) => {
    const calls = JSON.parse(body) as { method: string }[];
    const receipts = calls.filter(({ method }) => method === "eth_getTransactionReceipt");
    if (receipts.length > 0) asked.push(receipts.length);
  });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 18, executed: 18, shards: 0 });
  stack.proxies.rpc.clearHooks();
  expect(Math.max(...asked)).toBeGreaterThan(1);
  for (const vault of delegated) await expectRunOnce(vault, 4);
});

const failures: [string, "drop" | { status: number; body: string }][] = [
  ["is down", "drop"],
  ["refuses the messages", { status: 412, body: '{"error":"quota exceeded"}' }],
];
test.each(failures)(
  "error: when the queue %s the tick runs them itself, and asks the queue once",
  async (_what, answer) => {
    const { stack } = flow;
    const vaults = manual.slice(0, 9);
    const before = await Promise.all(vaults.map(highestId));
    for (const vault of vaults) await putOrders(vault, false);
    stack.proxies.qstash.reset();
    stack.proxies.qstash.before(async () => answer);
    expect(await stack.advance(5 * MINUTE)).toMatchObject({
      slices: 27,
      executed: 27,
      shards: 0,
      more: false,
    });
    expect(stack.proxies.qstash.log().map(({ path }) => path)).toEqual(["/v2/batch"]);
    for (const [index, vault] of vaults.entries()) await expectRunOnce(vault, before[index]! + 1);
  },
);

const highestId = async ({ address }: TestVault): Promise<number> =>
  Number(await flow.stack.stack.redis.command(["GET", keys.orderHighWater(address)]));
