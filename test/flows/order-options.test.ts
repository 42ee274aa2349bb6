import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

let flow: Flow;
let vault: Awaited<ReturnType<Flow["readyVault"]>>;
beforeAll(async () => {
  flow = await startFlow();
  vault = await flow.readyVault();
});
afterEach(async () => {
  await flow.orders.cancelAll(vault);
  await flow.calm();
});
afterAll(() => flow?.stack.stop());

const usdc = (amount: string): bigint => parseUnits(amount, 6);
const stored = (id: number) =>
  flow.stack.stack.redis.command(["HGET", `sx:local:order:${vault.address}:${id}`, "json"]);
const told = async (kind: string): Promise<any[]> =>
  (await flow.stack.outbox(vault)).filter((one) => one.kind === kind);

/** What ETH costs in USDC at the venue now, for this many USDC. */
async function ethPrice(amountIn: string): Promise<number> {
  const args = { tokenIn: "USDC", tokenOut: "ETH", amountIn, dex: "uniswap" };
  const { body } = await flow.stack.tool(vault, "get_swap_quote", args);
  return Number(amountIn) / Number(body.data.swapMeta.buyAmount);
}

test("behavior: a slice waits for its limit price unwritten, told once, then trades", async () => {
  const { stack, chain, orders } = flow;
  const sent = await chain.nonceOf(vault.agent);
  const limitPrice = ((await ethPrice("25")) * 0.99).toFixed(6);
  const id = await orders.create(vault, { limitPrice, limitPriceOf: "buyToken" });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({
    slices: 1,
    failed: 0,
    executed: 0,
    skipped: 1,
  });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 0,
    consecutiveFailures: 0,
    waiting: {
      reason: "limit_price",
      figures: { limitPrice, unit: "USDC per ETH", quotedPrice: expect.any(String) },
    },
  });
  const waiting = await stored(id);
  for (let tick = 0; tick < 12; tick += 1) await stack.advance(5 * MINUTE);
  expect((await told("order_waiting")).filter(({ orderId }) => orderId === id)).toMatchObject([
    { code: "limit_price", reason: expect.stringContaining(`limit ${limitPrice}`) },
  ]);
  const toldOnce = await stored(id);
  expect(JSON.parse(String(toldOnce))).toEqual({
    ...JSON.parse(String(waiting)),
    waiting: {
      ...JSON.parse(String(waiting)).waiting,
      toldAt: expect.any(Number),
      figures: expect.any(Object),
    },
  });
  await stack.advance(5 * MINUTE);
  expect(await stored(id)).toBe(toldOnce);
  expect(await chain.nonceOf(vault.agent)).toBe(sent);

  // 2% cheaper: half a percent within the limit, less than the slippage of 1% would give away.
  await flow.movePool("v4_ETH_USDC", 9_850);
  await stack.advance(5 * MINUTE);
  await stack.advance(MINUTE);
  const order = await orders.order(vault, id);
  expect(order).toMatchObject({ slicesExecuted: 1, consecutiveFailures: 0, amountSpent: "25" });
  expect(order.waiting).toBeUndefined();
  expect(await chain.nonceOf(vault.agent)).toBe(sent + 1);
  expect(Number(order.amountSpent) / Number(order.totalBought)).toBeLessThanOrEqual(
    Number(limitPrice),
  );
});

test("behavior: start, skip, edit: traded plus skipped are total, as on the chain", async () => {
  const { stack, chain, orders } = flow;
  const sent = await chain.nonceOf(vault.agent);
  const id = await orders.create(vault, { startAt: stack.stack.nowMs() + 12 * MINUTE });
  for (let tick = 0; tick < 2; tick += 1)
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1 });
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 1, amountSpent: "25" });

  const skipped = await stack.tool(vault, "skip_twap_slice", { id, slice: 2 });
  expect(skipped).toMatchObject({
    status: 200,
    body: { data: { slice: 2, amount: "25", order: { skippedBase: "25000000" } } },
  });
  expect(await stack.tool(vault, "skip_twap_slice", { id, slice: 2 })).toMatchObject({
    status: 409,
    body: { error: "conflict" },
  });
  // Its point passes with it.
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  const edited = await stack.tool(vault, "edit_twap_order", { id, remainingSlices: 3 });
  expect(edited).toMatchObject({
    status: 200,
    body: { data: { order: { sliceCount: 5, sliceAmount: "16.666666", edits: 1 } } },
  });
  for (let slice = 0; slice < 3; slice += 1)
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 4,
    skippedSlices: [2],
    amountSpent: "75",
    tradedBase: "75000000",
    skippedBase: "25000000",
  });
  expect(await chain.nonceOf(vault.agent)).toBe(sent + 4);
  expect(
    (await orders.polled(vault)).flatMap(({ twapOrderId, change }) =>
      twapOrderId === id && change ? [change] : [],
    ),
  ).toEqual(expect.arrayContaining(["slice_skipped", "order_edited"]));
});

test("behavior: random sizes in bounds, an end that leaves a rest, no trade after it", async () => {
  const { stack, chain, orders } = flow;
  const sent = await chain.nonceOf(vault.agent);
  const random = { randomize: { size: "40%" } };
  const ending = await orders.create(vault, {
    ...random,
    totalAmount: "90",
    sliceCount: 3,
    expiresAt: stack.stack.nowMs() + 13 * MINUTE,
  });
  const whole = await orders.create(vault, { ...random, totalAmount: "70.000001", sliceCount: 3 });
  for (let tick = 0; tick < 3; tick += 1) await stack.advance(5 * MINUTE);
  const [ended, completed] = [await orders.order(vault, ending), await orders.order(vault, whole)];
  expect(completed).toMatchObject({ status: "completed", amountSpent: "70.000001" });
  expect(ended).toMatchObject({
    status: "expired",
    state: "expired",
    active: false,
    slicesExecuted: 2,
  });
  expect(BigInt(ended.spentBase) + BigInt(ended.restBase)).toBe(usdc("90"));
  const sold = (await orders.events(vault)).flatMap(({ orderId, sellAmount }) =>
    orderId === ending && sellAmount ? [usdc(sellAmount)] : [],
  );
  expect(sold).toHaveLength(2);
  for (const amount of sold) expect(amount >= usdc("18") && amount <= usdc("42")).toBe(true);
  expect((await told("order_expired")).filter(({ orderId }) => orderId === ending)).toMatchObject([
    { amountBase: ended.restBase, symbol: "USDC" },
  ]);
  expect(await chain.nonceOf(vault.agent)).toBe(sent + 5);
  expect(await stack.advance(60 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await stack.tool(vault, "resume_twap_order", { id: ending })).toMatchObject({
    status: 400,
  });
  expect(await chain.nonceOf(vault.agent)).toBe(sent + 5);
});

test("behavior: a paused order ends at its end, and a fee above maxGasPrice waits", async () => {
  const { stack, chain, orders } = flow;
  const sent = await chain.nonceOf(vault.agent);
  const paused = await orders.create(vault, {
    startAt: stack.stack.nowMs() + 30 * MINUTE,
    expiresAt: stack.stack.nowMs() + 36 * MINUTE,
  });
  await stack.tool(vault, "pause_twap_order", { id: paused });
  const cheap = await orders.create(vault, { maxGasPrice: "0.000000001" });
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, cheap)).toMatchObject({
    slicesExecuted: 0,
    consecutiveFailures: 0,
    waiting: {
      reason: "gas_price",
      figures: { maxGasPrice: "0.000000001", feeGwei: expect.any(String) },
    },
  });
  await stack.advance(40 * MINUTE);
  expect(await orders.order(vault, paused)).toMatchObject({
    status: "expired",
    restBase: "100000000",
    slicesExecuted: 0,
  });
  expect(await chain.nonceOf(vault.agent)).toBe(sent);
});

const bad: [string, string, object][] = [
  ["a start in the past", "startAt", { startAt: 1 }],
  ["a start in seconds", "startAt", { startAt: 1_900_000_000 }],
  ["a start in microseconds", "startAt", { startAt: 1_900_000_000_000_000 }],
  ["an end before the first slice", "expiresAt", { expiresAt: 2 }],
  ["a limit price of 0", "limitPrice", { limitPrice: "0.000" }],
  ["a limit price that is no number", "limitPrice", { limitPrice: "1e9" }],
  ["an absurd limit price", "limitPrice", { limitPrice: "9".repeat(31) }],
  ["a token without its price", "limitPriceOf", { limitPriceOf: "buyToken" }],
  ["a gas price of 0", "maxGasPrice", { maxGasPrice: "0" }],
  ["an absurd gas price", "maxGasPrice", { maxGasPrice: "1000000" }],
  ["sizes above the bound", "randomize", { randomize: { size: "50.01%" } }],
  ["times that are no share", "randomize", { randomize: { time: "-1" } }],
  ["an unknown part", "randomize", { randomize: { sizes: "1" } }],
  ["a word for catchUp", "catchUp", { catchUp: "yes" }],
];
test.each(bad)("error: %s is a 400 that names %s", async (_, field, option) => {
  const refused = await flow.stack.tool(vault, "create_twap_order", {
    ...{
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "10",
      sliceCount: 2,
      intervalMinutes: 5,
      dex: "uniswap",
    },
    ...option,
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: expect.stringContaining(field) },
  });
});
