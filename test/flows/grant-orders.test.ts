import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chainTokens } from "../../local/chain/chain-tokens.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { giveGrant, toolAs } from "../support/give-grant.ts";
import { putVenuePrices } from "../support/put-venue-prices.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const MINUTE = 60_000;
const MANUAL = { executionMode: "manual" };
const twap = {
  ...{ side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "300", sliceCount: 3 },
  ...{ intervalMinutes: 5, dex: "uniswap", autoExecute: true },
};
const trigger = {
  ...{
    type: "limit",
    side: "sell",
    sellToken: "ETH",
    buyToken: "USDC",
    totalAmount: "0.01",
    price: "100",
  },
  ...{ dex: "uniswap", autoExecute: true },
};
const autonomous = (vault: TestVault) =>
  flow.orders.post(vault, "/api/settings/exec-mode", { mode: "autonomous" });
const end = (vault: TestVault, id: string) => flow.orders.post(vault, "/api/grants/end", { id });

async function tradingVault(terms: Record<string, unknown> = {}) {
  const vault = await flow.readyVault();
  await autonomous(vault);
  const grant = await giveGrant(flow.stack, vault, {
    scope: "trade",
    maxPerDay: "1000",
    name: "bot",
    ...terms,
  });
  return { vault, grant };
}

test("behavior: a trading grant's order runs autonomously, its slices use its limit", async () => {
  const { vault, grant } = await tradingVault({ maxPerDay: "250" });
  const made = await toolAs(flow.stack, grant, vault, "create_twap_order", twap);
  expect([made.status, made.body.operationId]).toEqual([200, undefined]);
  const { orderId } = made.body.data;
  expect(await flow.orders.order(vault, orderId)).toMatchObject({
    operatorAddress: vault.owner.toLowerCase(),
    grant: { id: grant.id, name: "bot", agent: grant.agent.toLowerCase() },
  });
  expect(await flow.stack.advance(MINUTE)).toMatchObject({ executed: 1 });
  expect(await flow.stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  // 200 of 250 are used, and its own calls count beside it.
  const beside = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "60", dex: "uniswap" };
  const refused = await toolAs(flow.stack, grant, vault, "build_vault_swap", beside);
  expect([expectRefusal(refused), refused.body.details.limit]).toEqual([
    "400 limit_exceeded",
    "grant.maxPerDay",
  ]);
  await flow.stack.advance(5 * MINUTE);
  expect(await flow.orders.order(vault, orderId)).toMatchObject({ slicesExecuted: 2 });
  expect(await flow.chain.nonceOf(vault.agent)).toBe(2);
});

test("behavior: in confirm mode or by a proposing grant, an order waits for approval", async () => {
  const vault = await flow.readyVault();
  for (const scope of ["trade", "propose"]) {
    const grant = await giveGrant(flow.stack, vault, { scope });
    const { status, body } = await toolAs(flow.stack, grant, vault, "create_twap_order", twap);
    expect([scope, status, body.operationId]).toEqual([scope, 200, expect.any(String)]);
    const { operationId } = body;
    const approved = await flow.orders.post(vault, "/api/operations/approve", { operationId });
    expect(approved.status).toBe(200);
    const { orders } = (await flow.stack.tool(vault, "list_twap_orders")).body.data;
    expect(orders.at(-1)).not.toHaveProperty("grant");
    await end(vault, grant.id);
  }
  await autonomous(vault);
  expect(await flow.stack.advance(MINUTE)).toMatchObject({ executed: 2, failed: 0 });
});

test("security: after the grant's end the order pauses, says why, resumes as owner's", async () => {
  const { vault, grant } = await tradingVault();
  const { orderId } = (await toolAs(flow.stack, grant, vault, "create_twap_order", twap)).body.data;
  expect(await flow.stack.advance(MINUTE)).toMatchObject({ executed: 1 });
  expect((await end(vault, grant.id)).body.changed).toBe(true);
  expect(await flow.stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 0, failed: 1 });
  const order = await flow.orders.order(vault, orderId);
  expect(order).toMatchObject({ active: false, status: "auto_paused", slicesExecuted: 1 });
  expect(order.lastError).toMatch(/^The grant by which an agent made this order is over/);
  expect((await flow.stack.outbox(vault)).at(-1)).toMatchObject({
    kind: "order_auto_paused",
    isGrantOver: true,
  });
  expect(await flow.stack.advance(10 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await flow.stack.tool(vault, "resume_twap_order", { id: orderId })).toMatchObject({
    status: 200,
  });
  expect(await flow.orders.order(vault, orderId)).not.toHaveProperty("grant");
  expect(await flow.stack.advance(5 * MINUTE)).toMatchObject({ executed: 1, failed: 0 });
  expect(await flow.chain.nonceOf(vault.agent)).toBe(2);
});

test("security: an expired grant's order stops at its next slice; trigger orders end", async () => {
  const at = Math.floor(flow.stack.stack.nowMs());
  const { vault, grant } = await tradingVault({ expiresAt: at + 20 * MINUTE });
  const far = { ...trigger, price: "1000000" };
  const made = await toolAs(flow.stack, grant, vault, "create_trigger_order", far);
  expect([made.status, made.body.data?.trigger?.grant?.id]).toEqual([200, grant.id]);
  await flow.stack.advance(6 * MINUTE);
  await flow.stack.advance(20 * MINUTE);
  const { triggers } = (await flow.stack.tool(vault, "list_trigger_orders")).body.data;
  expect(triggers).toMatchObject([
    { id: made.body.data.triggerId, active: false, status: "auto_paused" },
  ]);
  expect(triggers[0].lastError).toMatch(/^The grant by which an agent made this order is over/);
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
});

test("security: a grant ended before intent sends nothing; it alone stops its own", async () => {
  const { vault, grant } = await tradingVault();
  const { orderId } = (await toolAs(flow.stack, grant, vault, "create_twap_order", twap)).body.data;
  const owners = await flow.orders.create(vault, { ...twap, totalAmount: "200", sliceCount: 2 });
  // Another's order is not its agent's to stop: that waits for the owner.
  const asked = await toolAs(flow.stack, grant, vault, "cancel_twap_order", { id: owners });
  expect(asked.body.operationId).toEqual(expect.any(String));
  const all = await toolAs(flow.stack, grant, vault, "pause_twap_order", { id: 0 });
  expect(all.body.operationId).toEqual(expect.any(String));
  expect((await flow.orders.order(vault, owners)).status).toBe("active");
  const paused = await toolAs(flow.stack, grant, vault, "pause_twap_order", { id: orderId });
  expect([paused.status, paused.body.operationId]).toEqual([200, undefined]);
  expect((await flow.orders.order(vault, orderId)).status).toBe("paused");
  await flow.stack.tool(vault, "cancel_twap_order", { id: owners });
  await flow.stack.tool(vault, "resume_twap_order", { id: orderId });
  let isEnded = false;
  flow.stack.proxies.rpc.before(async ({ body }) => {
    if (isEnded || !body.includes("eth_estimateGas")) return;
    isEnded = true;
    await end(vault, grant.id);
  });
  await flow.stack.advance(5 * MINUTE);
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  expect(await flow.orders.order(vault, orderId)).toMatchObject({
    status: "auto_paused",
    slicesExecuted: 0,
  });
  expect(isEnded).toBe(true);
});

test("security: an order for a token its grant does not let its agent buy is refused", async () => {
  const { vault, grant } = await tradingVault({ tokens: [chainTokens.cbBTC.address] });
  const refused = await toolAs(flow.stack, grant, vault, "create_twap_order", twap);
  expect(expectRefusal(refused)).toBe("400 token_not_allowed");
  expect(await flow.orders.list(vault)).toEqual([]);
});

// What a call by its owner remembers, an agent could time to a moved oracle.
test.each([
  [
    "an unsigned build",
    (call: (tool: string, args: object, extra: object) => Promise<unknown>) =>
      call(
        "build_vault_swap",
        { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" },
        MANUAL,
      ),
  ],
  [
    "an order that only notifies",
    (call: (tool: string, args: object, extra: object) => Promise<unknown>) =>
      call("create_twap_order", { ...twap, autoExecute: false }, MANUAL),
  ],
])(
  "security: %s by an agent raises no 24-hour high of the NAV, its owner's does",
  async (_, act) => {
    const { vault, grant } = await tradingVault();
    const own = await flow.readyVault();
    // Venues confirm the oracle's prices: no NAV is kept without.
    await putVenuePrices(flow.stack.stack.redis.command, createKeys("sx:local:"));
    const high = (of: TestVault) =>
      flow.stack.stack.redis.command(["EXISTS", `sx:local:nav-seen:8453:${of.address}`]);
    await act((tool, args, extra) => toolAs(flow.stack, grant, vault, tool, args, extra));
    await act((tool, args) => flow.stack.tool(own, tool, args));
    await flow.stack.advance(MINUTE);
    await expect.poll(() => high(own)).toBe(1);
    expect(await high(vault)).toBe(0);
  },
);
