import { formatUnits, type Hex, keccak256, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SchedulerProcess, spawnScheduler } from "../../local/scheduler/spawn-scheduler.ts";
import { createTicker } from "../../local/stack/create-ticker.ts";
import { atPoint, type FaultPoint } from "../support/fault-points.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * Every process of the stack ends by SIGKILL at a chosen point of an order's first slice, and
 * starts again on its port. What must hold afterwards is read from the chain alone: two slices,
 * each sold exactly once, and an order that says so.
 */

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ redisKeeps: "every write" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const SLICES = 2;
/**
 * The slice that was hit, its resolution, the second slice; and as many again for what has to be
 * sent anew.
 */
const ENOUGH_TICKS = 6;

type Order = { vault: TestVault; id: number; buyToken: "ETH" | "WETH" };
const newOrder = async (buyToken: Order["buyToken"] = "ETH"): Promise<Order> => {
  const vault = await flow.readyVault();
  return { vault, id: await flow.orders.create(vault, { sliceCount: SLICES, buyToken }), buyToken };
};

/** What the Worker handed to the node, in order, whatever became of it. */
const sends = (): Hex[] =>
  flow.stack.proxies.rpc
    .log()
    .filter(({ body }) => body.includes('"eth_sendRawTransaction"'))
    .map(({ body }) => rawOf(body));
const rawOf = (body: string): Hex => JSON.parse(body)[0].params[0];
/** The node answers a send when the transaction waits, which is a moment before its block. */
const mined = (body: string) =>
  flow.chain.client.waitForTransactionReceipt({ hash: keccak256(rawOf(body)) });

/** Ticks until nothing of the order is left to do. */
async function tickOn({ vault, id }: Order): Promise<void> {
  for (let tick = 0; tick < ENOUGH_TICKS; tick += 1) {
    await flow.stack.advance(5 * MINUTE);
    if ((await flow.orders.order(vault, id)).status === "completed") return;
  }
}

/**
 * By the chain: as many successful swaps as slices, each of a slice's size; the order's record is
 * their sum.
 */
async function expectEachSliceOnce({ vault, id, buyToken }: Order): Promise<void> {
  const { chain, orders } = flow;
  const { USDC, [buyToken]: boughtToken } = flow.stack.stack.chain.tokens;
  const hashes = await chain.sentBy(vault.agent);
  const moved = (token: Hex) =>
    Promise.all(hashes.map((hash) => chain.moved(hash, vault.address, token)));
  const [sold, bought] = [await moved(USDC), await moved(boughtToken)];
  expect(sold.filter((amount) => amount !== 0n)).toEqual(
    Array.from({ length: SLICES }, () => -parseUnits("50", 6)),
  );
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: SLICES,
    amountSpent: "100",
    totalBought: formatUnits(
      bought.reduce((sum, amount) => sum + amount, 0n),
      18,
    ),
    amountsEstimated: false,
  });
  const told = (await flow.stack.outbox(vault)).filter(({ kind }) => kind === "slice_executed");
  expect(told.map(({ hash }) => hash)).toEqual(hashes.filter((_, index) => sold[index] !== 0n));
}

describe("the Worker", () => {
  const points: FaultPoint[] = ["after prepare", "after the send", "before finish", "after finish"];
  test.each(points)("behavior: killed %s, each slice runs once", async (point) => {
    const order = await newOrder();
    const { worker } = flow.stack.stack.processes;
    const fault = atPoint(flow, point, worker.kill);
    expect(await flow.stack.stack.advance(MINUTE)).toMatchObject({ status: null });
    expect(fault.happened()).toBe(true);
    await worker.start();
    await tickOn(order);
    await expectEachSliceOnce(order);
  });
});

describe("redis-server", () => {
  const points: FaultPoint[] = [
    "before prepare",
    "after prepare",
    "after the send",
    "before finish",
    "after finish",
  ];
  test.each(points)(
    "behavior: killed %s with every write on disk, each slice runs once",
    async (point) => {
      const order = await newOrder();
      const { redis } = flow.stack.stack.processes;
      const fault = atPoint(flow, point, redis!.kill);
      await flow.stack.stack.advance(MINUTE);
      expect(fault.happened()).toBe(true);
      await redis!.start();
      await tickOn(order);
      await expectEachSliceOnce(order);
    },
  );

  test("behavior: it forgets an acknowledged outcome: the chain says the same again", async () => {
    const order = await newOrder();
    const { redis } = flow.stack.stack.processes;
    let copy = "";
    // Nothing is cut here: the copy is what the disk held a moment before the outcome came.
    atPoint(flow, "before finish", async () => {
      copy = await redis!.copyData();
    });
    await flow.stack.stack.advance(MINUTE);
    expect(await flow.orders.order(order.vault, order.id)).toMatchObject({
      status: "active",
      slicesExecuted: 1,
    });
    await redis!.kill();
    await redis!.start(copy);
    expect(await flow.orders.order(order.vault, order.id)).toMatchObject({
      status: "pending_confirmation",
      slicesExecuted: 0,
    });
    await tickOn(order);
    await expectEachSliceOnce(order);
  });
});

/**
 * Its orders buy a token: of a chain that starts again only the newest state can be read, and
 * native amounts need older ones.
 */
describe("the chain's node", () => {
  test("behavior: killed before the send arrives, the same transaction is sent again", async () => {
    const order = await newOrder("WETH");
    const { chain } = flow.stack.stack.processes;
    let state: Hex = "0x";
    atPoint(flow, "before the send", async () => {
      state = await chain.state();
      await chain.kill();
    });
    expect(await flow.stack.advance(MINUTE)).toMatchObject({ pending: 1, failed: 0 });
    await chain.start(state);
    await flow.stack.advance(MINUTE);
    const [first, again] = sends();
    expect(again).toBe(first);
    await tickOn(order);
    await expectEachSliceOnce(order);
    expect(await flow.chain.nonceOf(order.vault.agent)).toBe(SLICES);
  });

  test("behavior: killed when mined but unanswered, the receipt says what it was", async () => {
    const order = await newOrder("WETH");
    const { chain } = flow.stack.stack.processes;
    atPoint(flow, "after the send", async (body) => {
      await mined(body);
      const state = await chain.state();
      await chain.kill();
      await chain.start(state);
    });
    expect(await flow.stack.advance(MINUTE)).toMatchObject({ executed: 1, pending: 0 });
    await tickOn(order);
    await expectEachSliceOnce(order);
  });

  test("behavior: it loses a block of an unseen slice: sent again at the same nonce", async () => {
    const order = await newOrder("WETH");
    const { chain } = flow.stack.stack.processes;
    let state: Hex = "0x";
    flow.stack.proxies.rpc.before(async ({ body }) => {
      if (body.includes('"eth_sendRawTransaction"')) state = await chain.state();
    });
    atPoint(flow, "after the send", async (body) => {
      await mined(body);
      await chain.kill();
      await chain.start(state);
      expect(await flow.chain.nonceOf(order.vault.agent)).toBe(0);
    });
    expect(await flow.stack.advance(MINUTE)).toMatchObject({ pending: 1, failed: 0 });
    await flow.stack.advance(MINUTE);
    const [first, again] = sends();
    expect(again).toBe(first);
    await tickOn(order);
    await expectEachSliceOnce(order);
    expect(await flow.chain.nonceOf(order.vault.agent)).toBe(SLICES);
  });

  test("behavior: back without a counted slice's block: vault frozen, notified once", async () => {
    const { vault, id } = await newOrder("WETH");
    const { chain } = flow.stack.stack.processes;
    const state = await chain.state();
    expect(await flow.stack.advance(MINUTE)).toMatchObject({ executed: 1 });
    const [hash] = await flow.chain.sentBy(vault.agent);
    await chain.kill();
    await chain.start(state);
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    // A node that is behind decides nothing; this one then has other blocks where the slice's was.
    await flow.chain.client.request({ method: "anvil_mine", params: ["0x4"] } as never);
    for (let tick = 0; tick < 2; tick += 1) await flow.stack.advance(5 * MINUTE);
    expect(
      await flow.stack.stack.redis.command(["EXISTS", `sx:local:frozen:${vault.address}`]),
    ).toBe(1);
    const told = await flow.stack.outbox(vault);
    expect(told.filter(({ kind }) => kind === "deep_reorg")).toMatchObject([
      { vault: vault.address, hash },
    ]);
    expect(await flow.orders.order(vault, id)).toMatchObject({ slicesExecuted: 1 });
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  });
});

describe("the scheduler", () => {
  let scheduler: SchedulerProcess;
  beforeAll(async () => {
    scheduler = await spawnScheduler(flow.stack.stack.manifest.qstash);
  });
  afterAll(() => scheduler?.stop());

  test.each(["after prepare", "after the send"] as const)(
    "behavior: killed %s, its delivery comes again while the first may still run: each slice runs once",
    async (point) => {
      const order = await newOrder();
      const deliver = createTicker(scheduler.url, flow.stack.stack.baseUrl);
      const fault = atPoint(flow, point, scheduler.kill);
      await expect(deliver({ messageId: "msg_cut" })).rejects.toThrow();
      expect(fault.happened()).toBe(true);
      await scheduler.start();
      expect(await deliver({ messageId: "msg_cut", retried: 1 })).toMatchObject([{ status: 200 }]);
      await tickOn(order);
      await expectEachSliceOnce(order);
    },
  );
});
