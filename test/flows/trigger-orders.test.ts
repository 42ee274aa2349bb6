import { erc20Abi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { setOracleSlots } from "../../local/chain/pools/set-oracle-slots.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flows/flow-orders.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";
import { watchWire } from "../support/watch-wire.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

/** Buys ETH for 100 USDC once it is dear: 2,550 USDC of ETH, which starts at 2,500. */
const STOP = {
  ...{ type: "stop", side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "100" },
  ...{ price: "2550", priceOf: "buyToken", dex: "uniswap", autoExecute: true },
};
const SILENT = {
  status: 500,
  headers: { "content-type": "application/json" },
  body: '{"error":"node down"}',
};
const create = (vault: TestVault, args: object = {}) =>
  flow.stack.tool(vault, "create_trigger_order", { ...STOP, ...args });
const list = async (vault: TestVault): Promise<any[]> =>
  (await flow.stack.tool(vault, "list_trigger_orders")).body.data.triggers;
const tick = () => flow.stack.advance(6 * MINUTE);
const usdcOf = (vault: TestVault): Promise<bigint> => {
  const { chain } = flow.stack.stack;
  const read = { address: chain.tokens.USDC, abi: erc20Abi, functionName: "balanceOf" } as const;
  return chainClient(chain).readContract({ ...read, args: [vault.address] });
};
const told = async (vault: TestVault) =>
  (await flow.stack.outbox(vault))
    .filter(({ kind }) => kind.startsWith("trigger"))
    .map(({ kind, how, code }) => [kind, how ?? code]);
const audited = async (vault: TestVault): Promise<any[]> => {
  const { ownerKey, address } = vault;
  const headers = credentialHeaders(await flow.stack.credentials(ownerKey));
  const { body } = await flow.stack.call(
    "GET",
    `/api/audit?vault=${address}&chainId=8453`,
    undefined,
    headers,
  );
  return body.entries.map((entry: any) =>
    typeof entry.content === "string" ? JSON.parse(entry.content) : entry.content,
  );
};

// First of all: later ticks of this stack look after earlier trades, too.
test("behavior: ten trigger orders cost a tick one RPC request and two Redis trips", async () => {
  const vault = await flow.readyVault();
  for (let i = 0; i < 10; i += 1)
    expect(
      (await create(vault, i % 2 === 0 ? {} : { side: "buy", totalAmount: "0.01" })).status,
    ).toBe(200);
  const eleventh = await create(vault);
  expect([expectRefusal(eleventh), eleventh.body.details]).toEqual([
    "400 trigger_limit",
    { active: 10 },
  ]);
  // Samples of NAV come behind a tick's answer.
  await flow.stack.stack.redis.command(["DEL", "sx:local:samples-due"]);
  const wire = watchWire(flow.stack.proxies);
  await tick();
  expect(wire.labels("rpc")).toEqual(["rpc:read"]);
  expect(wire.labels("redis").filter((label) => !/outbox|redis:read$/.test(label))).toEqual([
    "redis:claim-due",
    "redis:note-looks",
  ]);
});

describe("a stop", () => {
  test("default: fires once at oracle price, told by event, notification, audit log", async () => {
    const vault = await flow.readyVault();
    const created = await create(vault);
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    expect(created.body.data).toMatchObject({
      triggerId: 1,
      trigger: { status: "active", price: "2550" },
    });
    // The oracle's ticks: 2500 reads 2499.9136 in whole ticks (docs/facts/vault-contracts.md 10).
    expect(Number(created.body.data.oraclePrice)).toBeCloseTo(2_500, 0);
    expect(created.body.message).toContain("what happens between two looks is not seen");
    const before = await usdcOf(vault);

    expect(await tick()).toMatchObject({ slices: 0, executed: 0 });
    expect((await list(vault))[0]).toMatchObject({
      state: "active",
      lastLook: { price: created.body.data.oraclePrice },
    });
    expect([await usdcOf(vault), await told(vault)]).toEqual([before, []]);

    await flow.moveOracle(10_300);
    expect(await tick()).toMatchObject({ slices: 1, executed: 1, failed: 0 });
    expect(await usdcOf(vault)).toBe(before - 100_000_000n);
    const [fired] = await list(vault);
    expect(fired).toMatchObject({
      state: "completed",
      active: false,
      result: { how: "executed", sellAmount: "100" },
    });
    expect(Number(fired.firing.price)).toBeCloseTo(2_575, 0);
    const { price } = fired.firing;
    const condition = "stop: ETH at or above 2550 USDC";
    expect(await flow.orders.polled(vault)).toMatchObject([
      { type: "trigger", success: true, triggerId: 1, how: "executed", price },
    ]);
    expect(await flow.stack.outbox(vault)).toMatchObject([
      { kind: "trigger_fired", how: "executed", condition, price, sellAmount: "100", orderId: 1 },
    ]);
    expect(await audited(vault)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: "trigger_created",
          type: "stop",
          price: "2550",
          priceOf: "buyToken",
        }),
        expect.objectContaining({ kind: "attempt_opened", orderId: 1 }),
        expect.objectContaining({
          kind: "trigger_changed",
          how: "executed",
          condition,
          price,
          orderId: 1,
        }),
      ]),
    );

    expect(await tick()).toMatchObject({ slices: 0 });
    expect(await usdcOf(vault)).toBe(before - 100_000_000n);
  });

  test("default: shield refusal told once; watches, fires when it may, manual tells", async () => {
    const vault = await flow.readyVault();
    const before = await usdcOf(vault);
    await create(vault);
    await create(vault, { autoExecute: false });
    // 8% from the venue's price: further than the Swap Shield lets anything trade.
    await flow.moveOracle(10_800);
    for (let round = 0; round < 2; round += 1)
      expect(await tick()).toMatchObject({ slices: 2, executed: 0, failed: 2 });
    expect(await told(vault)).toEqual([
      ["trigger_refused", "swap_shield_blocked"],
      ["trigger_refused", "swap_shield_blocked"],
    ]);
    expect(await list(vault)).toMatchObject([
      { state: "active", consecutiveFailures: 0 },
      { state: "active" },
    ]);
    expect(await usdcOf(vault)).toBe(before);
    await flow.moveOracle(10_300);
    expect(await tick()).toMatchObject({ slices: 2, executed: 2 });
    expect((await told(vault)).slice(2)).toEqual([
      ["trigger_fired", "executed"],
      ["trigger_fired", "notified"],
    ]);
    expect(await usdcOf(vault)).toBe(before - 100_000_000n);
  });

  test("default: into a full TWAP it is told, watches on; its order comes as it ends", async () => {
    const vault = await flow.readyVault();
    for (let i = 0; i < 3; i += 1) await flow.orders.create(vault, { intervalMinutes: 600 });
    await tick();
    await create(vault, { into: { sliceCount: 4, intervalMinutes: 5 } });
    await flow.moveOracle(10_300);
    await tick();
    await tick();
    expect(await told(vault)).toEqual([["trigger_refused", "twap_order_limit"]]);
    expect((await list(vault))[0]).toMatchObject({ id: 4, state: "active" });
    await flow.stack.tool(vault, "cancel_twap_order", { id: 2 });
    await tick();
    expect((await list(vault))[0]).toMatchObject({
      state: "completed",
      result: { how: "ordered", twapOrderId: 5 },
    });
    expect(await flow.orders.order(vault, 5)).toMatchObject({
      ...{
        totalAmount: "100",
        sliceCount: 4,
        sliceAmount: "25",
        intervalMinutes: 5,
        autoExecute: true,
        dex: "uniswap",
      },
    });
    expect((await flow.stack.outbox(vault)).at(-1)).toMatchObject({
      kind: "trigger_fired",
      how: "ordered",
      twapOrderId: 5,
    });
    expect(await audited(vault)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "order_created", sliceCount: 4 }),
        expect.objectContaining({ kind: "trigger_changed", how: "ordered", orderId: 4 }),
      ]),
    );
    const before = await usdcOf(vault);
    await tick();
    expect(await usdcOf(vault)).toBe(before - 25_000_000n);
  });

  test("behavior: with its trade unknown nothing is tried again; it fired once", async () => {
    const { stack } = flow;
    const vault = await flow.readyVault();
    const before = await usdcOf(vault);
    await create(vault);
    await flow.moveOracle(10_300);
    stack.proxies.rpc.after(async ({ body }) =>
      body.includes("eth_sendRawTransaction") ? "drop" : undefined,
    );
    stack.proxies.rpc.before(async ({ body }) =>
      body.includes("eth_getTransactionReceipt") ? SILENT : undefined,
    );
    expect(await tick()).toMatchObject({ slices: 1, executed: 0, pending: 1 });
    expect((await list(vault))[0]).toMatchObject({ state: "pending_confirmation", firing: {} });
    for (let round = 0; round < 2; round += 1) expect(await tick()).toMatchObject({ slices: 0 });
    const cancelled = await stack.tool(vault, "cancel_trigger_order", { id: 1 });
    expect(cancelled.body.data).toMatchObject({
      state: "cancelling",
      pendingHashes: [expect.any(String)],
    });
    stack.proxies.rpc.clearHooks();
    await tick();
    expect((await list(vault))[0]).toMatchObject({
      state: "cancelled",
      result: { how: "executed", sellAmount: "100" },
    });
    expect(await told(vault)).toEqual([["trigger_fired", "executed"]]);
    await tick();
    expect([await usdcOf(vault), await flow.chain.nonceOf(vault.agent)]).toEqual([
      before - 100_000_000n,
      1,
    ]);
  });

  test("default: a limit trades at its price or better, waits silently if worse", async () => {
    const vault = await flow.readyVault();
    const before = await usdcOf(vault);
    // The oracle says 2,500; the pool wants 2,575 for an ETH, and later 2,500 again.
    await flow.movePool("v4_ETH_USDC", 10_300);
    const created = await create(vault, { type: "limit", price: "2520" });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    expect(await tick()).toMatchObject({ slices: 1, failed: 0 });
    const [waiting] = await list(vault);
    expect(waiting).toMatchObject({
      state: "active",
      lastLook: { found: expect.stringContaining("limit price") },
    });
    expect([await usdcOf(vault), await told(vault)]).toEqual([before, []]);
    await flow.movePool("v4_ETH_USDC", 10_000);
    expect(await tick()).toMatchObject({ slices: 1, executed: 1 });
    const [{ result }] = await list(vault);
    expect(await usdcOf(vault)).toBe(before - 100_000_000n);
    // 100 USDC at 2,520 or less: at least 0.039682... ETH.
    expect(Number(result.buyAmount)).toBeGreaterThan(100 / 2_520);
  });

  test("behavior: a young window fires nothing, is told; expired, cancelled is over", async () => {
    const vault = await flow.readyVault();
    const { chain, nowMs } = flow.stack.stack;
    await create(vault, { expiresAt: nowMs() + 20 * MINUTE });
    await create(vault);
    await flow.stack.tool(vault, "cancel_trigger_order", { id: 2 });
    await flow.moveOracle(10_300);
    await setOracleSlots(chain, { symbol: "USDC", slots: 10 });
    try {
      const warned = await create(vault, { price: "5000" });
      expect(warned.body.data).toMatchObject({ warning: expect.stringContaining("mean over 9 s") });
      expect(await tick()).toMatchObject({ slices: 0 });
      expect(await told(vault)).toEqual([
        ["trigger_refused", "oracle_window_too_short"],
        ["trigger_refused", "oracle_window_too_short"],
      ]);
    } finally {
      await setOracleSlots(chain, { symbol: "USDC", slots: 320 });
    }
    await flow.calm();
    expect(await flow.stack.advance(21 * MINUTE)).toMatchObject({ slices: 0 });
    const states = Object.fromEntries((await list(vault)).map(({ id, state }) => [id, state]));
    expect(states).toEqual({ 1: "expired", 2: "cancelled", 3: "active" });
    expect((await told(vault)).at(-1)).toEqual(["trigger_ended", "expired"]);
    expect(expectRefusal(await flow.stack.tool(vault, "cancel_trigger_order", { id: 1 }))).toBe(
      "400 trigger_not_found",
    );
  });
});

test("error: what a trigger order must not be", async () => {
  const vault = await flow.readyVault();
  const { stack } = flow;
  for (const [argument, args] of [
    ["type", { type: "trailing" }],
    ["price", { price: "0" }],
    ["price", { price: "2,550" }],
    ["price", { price: 2550 }],
    ["price", { price: "0.0000000000000000001" }],
    ["priceOf", { priceOf: "ETH" }],
    ["totalAmount", { totalAmount: "0" }],
    ["totalAmount", { totalAmount: "0.0000001" }],
    ["expiresAt", { expiresAt: 1_000 }],
    ["expiresAt", { expiresAt: "tomorrow" }],
    ["sliceCount", { into: { intervalMinutes: 5 } }],
    ["intervalMinutes", { into: { sliceCount: 2, intervalMinutes: 4 } }],
    ["dex", { dex: "curve" }],
  ] as const) {
    const refused = await create(vault, args);
    expect(refused.status, JSON.stringify(args)).toBe(400);
    expect(refused.body, JSON.stringify(args)).toMatchObject({ error: "invalid_request" });
    expect(refused.body.message, JSON.stringify(args)).toContain(argument);
  }
  const met = await create(vault, { price: "2400" });
  expect([expectRefusal(met), met.body.details]).toMatchObject([
    "400 trigger_met_already",
    { price: "2400" },
  ]);
  expect((await create(vault, { type: "limit", price: "2600" })).status).toBe(200);
  const unfed = await create(vault, { buyToken: stack.stack.chain.tokens.NOFEED });
  expect(expectRefusal(unfed)).toBe("400 no_price_feed");
  const stranger = await stack.newVault();
  expect(expectRefusal(await create(stranger))).toBe("400 not_delegated");
  for (const tool of ["create_trigger_order", "list_trigger_orders", "cancel_trigger_order"]) {
    const args =
      tool === "create_trigger_order" ? STOP : tool === "cancel_trigger_order" ? { id: 1 } : {};
    expect(
      expectRefusal(await stack.tool(stranger, tool, args, { vaultAddress: vault.address })),
    ).toBe("403 not_vault_owner");
  }
});
