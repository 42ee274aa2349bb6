import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const valid = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "1000",
  sliceCount: 10,
  intervalMinutes: 5,
  dex: "uniswap",
  autoExecute: false,
};
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

test.each<[string, object, string]>([
  ["an unknown symbol", { buyToken: "NOSUCHTOKEN" }, "token_not_found"],
  [
    "an address without a token",
    { buyToken: "0x00000000000000000000000000000000000000aa" },
    "token_not_found",
  ],
  ["the same token twice", { buyToken: "USDC" }, "same_token"],
  ["the same token by symbol and by address", { buyToken: USDC }, "same_token"],
  [
    "an address with a wrong checksum",
    { buyToken: USDC.replace("fCD6", "FCD6") },
    "invalid_request",
  ],
  ["none of the three slicing fields", { sliceCount: undefined }, "invalid_request"],
  ["two of the three slicing fields", { sliceAmount: "10" }, "invalid_request"],
  [
    "all of the three slicing fields",
    { sliceAmount: "10", durationMinutes: 50 },
    "invalid_request",
  ],
  ["an interval of 4 minutes", { intervalMinutes: 4 }, "invalid_request"],
  ["an interval of 5.5 minutes", { intervalMinutes: 5.5 }, "invalid_request"],
  ["an interval as text", { intervalMinutes: "5" }, "invalid_request"],
  ["1,001 slices by number", { sliceCount: 1001 }, "invalid_request"],
  ["1,001 slices by amount", { sliceCount: undefined, sliceAmount: "0.999" }, "invalid_request"],
  ["1,001 slices by duration", { sliceCount: undefined, durationMinutes: 5005 }, "invalid_request"],
  ["no slices", { sliceCount: 0 }, "invalid_request"],
  ["slices of 0", { totalAmount: "0.000009" }, "invalid_request"],
  ["a total of 0", { totalAmount: "0" }, "invalid_request"],
  ["a negative total", { totalAmount: "-1" }, "invalid_request"],
  ["seven decimals", { totalAmount: "1.0000001" }, "invalid_request"],
  ["a thousands separator", { totalAmount: "1,000" }, "invalid_request"],
  ["a total as a number", { totalAmount: 1000 }, "invalid_request"],
  ["an unknown side", { side: "swap" }, "invalid_request"],
  ["an unknown venue", { dex: "curve" }, "invalid_request"],
  ["an unknown chain", { chain: "solana" }, "chain_not_supported"],
  ["autoExecute without a delegation", { autoExecute: true }, "not_delegated"],
])("error: %s is 400 and creates nothing", async (_name, change, code) => {
  const { stack, orders } = flow;
  const vault = await flow.newVault({ supply: 0n, fund: {} });
  const refused = await stack.tool(vault, "create_twap_order", { ...valid, ...change });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: code, message: expect.any(String) },
  });
  expect(await orders.list(vault)).toEqual([]);
});

test.each([
  ["0x", ["0x2213bc0b"]],
  ["0x", ["0x3593564c"]],
  ["uniswap", ["0x2213bc0b"]],
] as const)(
  "error: autoExecute on %s with only %j delegated is 400 not_delegated",
  async (dex, selectors) => {
    const { stack } = flow;
    const vault = await flow.newVault({ supply: 0n, fund: {} });
    await stack.delegated(vault, [...selectors]);
    const refused = await stack.tool(vault, "create_twap_order", {
      ...valid,
      dex,
      autoExecute: true,
    });
    expect(refused).toMatchObject({ status: 400, body: { error: "not_delegated" } });
  },
);

test.each<[string, object, object]>([
  ["1,000 slices", { sliceCount: 1000 }, { sliceCount: 1000, sliceAmount: "1" }],
  [
    "1,000 slices by amount",
    { sliceCount: undefined, sliceAmount: "1" },
    { sliceCount: 1000, sliceAmount: "1" },
  ],
  [
    "1,000 slices by duration",
    { sliceCount: undefined, durationMinutes: 5004 },
    { sliceCount: 1000, sliceAmount: "1" },
  ],
  [
    "a smaller last slice",
    { totalAmount: "50", sliceCount: undefined, sliceAmount: "20" },
    { sliceCount: 3, sliceAmount: "20" },
  ],
  [
    "a duration below the interval",
    { sliceCount: undefined, durationMinutes: 4 },
    { sliceCount: 1, sliceAmount: "1000" },
  ],
  ["the interval of 5 minutes", { intervalMinutes: 5 }, { intervalMinutes: 5 }],
  ["a venue's neutral name", { dex: "aggregator" }, { dex: "0x" }],
  [
    "6 decimals",
    { totalAmount: "1.000001", sliceCount: 3 },
    { totalAmount: "1.000001", sliceAmount: "0.333333" },
  ],
  [
    "a token by its address",
    { sellToken: USDC },
    { sellToken: USDC, sellTokenAddress: USDC.toLowerCase() },
  ],
])("args: %s is accepted and stored as asked", async (_name, change, expected) => {
  const { orders } = flow;
  const vault = await flow.newVault({ supply: 0n, fund: {} });
  const id = await orders.create(vault, { ...valid, ...change });
  expect(id).toBe(1);
  expect(await orders.order(vault, id)).toMatchObject({
    ...expected,
    active: true,
    slicesExecuted: 0,
    consecutiveFailures: 0,
    amountSpent: "0",
    totalBought: "0",
    vaultAddress: vault.address,
    operatorAddress: vault.owner.toLowerCase(),
    chainId: 8453,
  });
});

test("default: POST /api/tools/create_twap_order: flat, autoExecute false, dex 0x", async () => {
  const { orders } = flow;
  const vault = await flow.newVault({ supply: 0n, fund: {} });
  const { dex: _dex, autoExecute: _auto, ...rest } = valid;
  const created = await orders.post(vault, "/api/tools/create_twap_order", rest);
  expect(created).toMatchObject({ status: 200, body: { data: { orderId: 1 } } });
  expect(await orders.order(vault, 1)).toMatchObject({
    dex: "0x",
    autoExecute: false,
    sliceCount: 10,
    sliceAmount: "100",
  });
});

test("behavior: cancel stops one order by id, all with 0; what is not open is 400", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const cancel = (id: unknown) => stack.tool(vault, "cancel_twap_order", { id });
  expect(await cancel(0)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining("no active") },
  });
  const ids = [await orders.create(vault), await orders.create(vault), await orders.create(vault)];
  expect(ids).toEqual([1, 2, 3]);
  // Fourth of the vault (spec: 3 active orders per vault).
  const fourth = await stack.tool(vault, "create_twap_order", {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "1",
    sliceCount: 1,
    intervalMinutes: 5,
  });
  expect(fourth).toMatchObject({
    status: 400,
    body: { error: "twap_order_limit", details: { active: 3 } },
  });

  expect(await cancel(2)).toMatchObject({ status: 200 });
  expect(await orders.order(vault, 2)).toMatchObject({
    active: false,
    status: "cancelled",
    completedAt: expect.any(Number),
    slicesExecuted: 0,
  });
  for (const id of [2, 4, 999])
    expect(await cancel(id)).toMatchObject({
      status: 400,
      body: { error: "twap_order_not_found" },
    });
  for (const id of [-1, 1.5, "1", null])
    expect(await cancel(id)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  // The refused fourth took no number.
  expect(await orders.create(vault)).toBe(4);
  const all = await cancel(0);
  expect(all).toMatchObject({ status: 200 });
  expect(all.body.data.cancelled.map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 3, 4]);
  expect((await orders.list(vault)).map(({ active }) => active)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  // Another vault's operator cannot reach this one.
  const other = await flow.newVault();
  expect(
    await stack.tool(other, "cancel_twap_order", { id: 1 }, { vaultAddress: vault.address }),
  ).toMatchObject({
    status: 403,
    body: { error: "not_vault_owner" },
  });
});

test("behavior: an id is never used again, and at most 20 closed orders are kept", async () => {
  const { stack, orders } = flow;
  const vault = await flow.newVault();
  const create = () => orders.create(vault, { autoExecute: false, intervalMinutes: 500 });
  for (let id = 1; id <= 23; id += 1) {
    expect(await create()).toBe(id);
    await stack.tool(vault, "cancel_twap_order", { id });
  }
  const closed = await orders.list(vault);
  expect(closed).toHaveLength(20);
  expect(closed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 4),
  );
  expect(await create()).toBe(24);
  // A pruned order is as good as unknown.
  expect(await stack.tool(vault, "cancel_twap_order", { id: 1 })).toMatchObject({
    body: { error: "twap_order_not_found" },
  });
});
