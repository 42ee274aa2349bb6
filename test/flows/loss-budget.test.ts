import { type Address, parseUnits, zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { loosenBudget } from "../support/loosen-budget.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const HOUR = 60 * MINUTE;
/** Nothing but what was deposited: 100,000 USDC less the spread. */
const onlyUsdc = { fund: {} };
/**
 * A fifth of the vault, at a pool that gives 4% less than the oracle says: about 0.8% of the NAV,
 * within the shields.
 */
const PRICE_BPS = 10_417;
const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "20000", dex: "uniswap" };
const trade = (vault: TestVault) =>
  flow.stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
const budget = (vault: TestVault, body: object) =>
  flow.orders.post(vault, "/api/settings/loss-budget", body);

/** A vault that may lose 1% in a day, at a market where it loses. */
async function losing(mode = "autonomous"): Promise<TestVault> {
  const vault = await flow.readyVault(onlyUsdc);
  await flow.orders.set(vault, "exec-mode", { mode });
  // Held until the receipt: the pool's 4% and this on top, of a fifth.
  await flow.orders.set(vault, "slippage", { slippage: "0.5%" });
  expect(await budget(vault, { day: "1" })).toMatchObject({
    status: 200,
    body: {
      message:
        `The loss budget of vault ${vault.address} on chain 8453 is now 1% (100 bps) in 24 ` +
        "hours and 15% (1500 bps) in 7 days. Its syncs may take 10% (1000 bps) of its value " +
        "there in 24 hours and 20% (2000 bps) in 7 days. Other vaults keep theirs.",
    },
  });
  await flow.movePool("v4_ETH_USDC", PRICE_BPS);
  return vault;
}

/** A figure of a refusal in parts per billion. */
const ppbOf = (percent: string): number => Math.round(Number.parseFloat(percent) * 10_000_000);

test("behavior: losses add up over a day; what would pass the limit goes a day later", async () => {
  const { stack, chain, orders } = flow;
  const vault = await losing();
  const { netTotalValue } = await chain.nav(vault.address, vault.owner);
  const before = await chain.balances(vault.address);
  const first = await trade(vault);
  expect(first).toMatchObject({ status: 200, body: { execution: { status: "confirmed" } } });
  // By hand, from what really left and arrived, at the oracle's price: what was held on top is
  // given back.
  const after = await chain.balances(vault.address);
  const bought = after.ETH! - before.ETH!;
  const worth = await chain.oracle(
    vault.address,
    zeroAddress,
    bought,
    stack.stack.chain.tokens.USDC as Address,
  );
  const lost = Number((parseUnits("20000", 6) - worth) * 1_000_000_000n) / Number(netTotalValue);
  expect(lost / 10_000_000).toBeGreaterThan(0.7);
  expect(lost / 10_000_000).toBeLessThan(0.9);
  stack.proxies.rpc.reset();
  const refused = await trade(vault);
  expect(expectRefusal(refused)).toBe("400 loss_budget_exceeded");
  const { details, message } = refused.body;
  // A base unit of USDC is a hundredth of a part, and each value is rounded by itself.
  expect(Math.abs(ppbOf(details.lostDay) - lost)).toBeLessThan(2);
  expect(details.lostWeek).toBe(details.lostDay);
  expect([details.limitDay, details.limitWeek]).toEqual(["1%", "15%"]);
  expect(Number.parseFloat(details.loss)).toBeGreaterThan(0.5);
  for (const figure of Object.values(details)) expect(message).toContain(String(figure));
  expect(
    stack.proxies.rpc.log().filter(({ body }) => body.includes("eth_sendRawTransaction")),
  ).toEqual([]);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  // What its owner signs is neither counted nor refused.
  expect(await stack.tool(vault, "build_vault_swap", swap)).toMatchObject({ status: 200 });

  // An approval does not stand above the budget: refused, and over.
  await orders.set(vault, "exec-mode", { mode: "confirm" });
  const { operationId } = (await trade(vault)).body;
  const approve = () => orders.post(vault, "/api/operations/approve", { operationId });
  expect(expectRefusal(await approve())).toBe("400 loss_budget_exceeded");
  expect(expectRefusal(await approve())).toBe("400 operation_decided");
  await orders.set(vault, "exec-mode", { mode: "autonomous" });

  await stack.advance(24 * HOUR + 31 * MINUTE);
  expect(await trade(vault)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
  expect(await chain.nonceOf(vault.agent)).toBe(2);
});

test("behavior: a transaction that did not happen costs nothing", async () => {
  const { stack, chain } = flow;
  const vault = await losing();
  // Refused at the last look, after its intent was counted.
  flow.betweenBuildAndBroadcast(() => flow.movePool("v4_ETH_USDC", 12_000));
  expect(expectRefusal(await trade(vault))).toBe("400 simulation_reverted");
  stack.proxies.rpc.clearHooks();
  await flow.movePool("v4_ETH_USDC", PRICE_BPS);
  expect(await trade(vault)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
  expect(await chain.nonceOf(vault.agent)).toBe(1);
});

test("behavior: an order over budget pauses, says why, goes on when resumed next day", async () => {
  const { stack, chain, orders } = flow;
  const vault = await losing();
  const id = await orders.create(vault, { totalAmount: "40000", sliceCount: 2 });
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, failed: 1 });
  const order = await orders.order(vault, id);
  expect(order).toMatchObject({
    active: false,
    status: "auto_paused",
    consecutiveFailures: 1,
    slicesExecuted: 1,
  });
  expect(order.lastError).toMatch(
    /^This transaction may lose 0\.\d+% of the NAV per unit\. .*\(limit 1%\)/,
  );
  expect((await orders.events(vault)).at(-1)).toMatchObject({
    success: false,
    error: order.lastError,
  });
  expect((await stack.outbox(vault)).slice(-2)).toMatchObject([
    { kind: "slice_failed", code: "loss_budget_exceeded", error: order.lastError },
    { kind: "order_auto_paused", lastError: order.lastError, isOverLossBudget: true, orderId: id },
  ]);
  // Paused, it is not due.
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  await stack.advance(24 * HOUR + 31 * MINUTE);
  expect(await stack.tool(vault, "resume_twap_order", { id })).toMatchObject({ status: 200 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    amountSpent: "40000",
  });
  expect(await chain.nonceOf(vault.agent)).toBe(2);
  expect((await chain.balances(vault.address)).USDC).toBeLessThan(parseUnits("60000", 6));
});

test("behavior: any operator signature tightens budget, only fresh ones loosen, once", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault(onlyUsdc);
  const other = await flow.newVault();
  const at = Math.floor(stack.stack.nowMs());
  const fresh = (action: string, address = vault.address) =>
    signOperator(vault.ownerKey, actionMessage(at, action, 8453, address), at);
  expect(await budget(vault, { day: "5", week: "8%" })).toMatchObject({ status: 200 });
  for (const looser of [
    { day: "5.01" },
    { week: "9" },
    { reset: true },
    { day: "1", week: "15" },
  ]) {
    const refused = await budget(vault, looser);
    expect(expectRefusal(refused)).toBe("401 auth_required");
    const text = actionMessage(0, "loosen_loss_budget", 8453, vault.address);
    expect(refused.body.message).toContain(
      JSON.stringify(text.replace("Timestamp: 0", "Timestamp: <authTimestamp>")),
    );
  }
  const wrong: [string, object, string][] = [
    ["another action", await fresh("unfreeze"), "401 auth_signature_mismatch"],
    [
      "another vault",
      await fresh("loosen_loss_budget", other.address),
      "401 auth_signature_mismatch",
    ],
    ["a stranger", await stack.credentials(other.ownerKey), "403 not_vault_owner"],
  ];
  for (const [what, credentials, expected] of wrong)
    expect([what, expectRefusal(await budget(vault, { reset: true, ...credentials }))]).toEqual([
      what,
      expected,
    ]);
  const signed = await fresh("loosen_loss_budget");
  const answers = await Promise.all([1, 2].map(() => budget(vault, { day: "9", ...signed })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(answers.find(({ status }) => status === 200)?.body.message).toBe(
    `The loss budget of vault ${vault.address} on chain 8453 is now 9% (900 bps) in 24 hours ` +
      "and 8% (800 bps) in 7 days. Its syncs may take 10% (1000 bps) of its value there in 24 " +
      "hours and 20% (2000 bps) in 7 days. Other vaults keep theirs.",
  );
  expect(answers.find(({ status }) => status === 401)?.body.error).toBe("auth_signature_used");
  // It opens nothing else.
  expect(
    expectRefusal(
      await flow.orders.post(vault, "/api/settings/nav-shield", { threshold: "50", ...signed }),
    ),
  ).toBe("401 auth_signature_mismatch");
  for (const body of [{}, { day: "5", reset: true }, { day: "0.5" }, { week: "101" }])
    expect(expectRefusal(await budget(vault, body))).toBe("400 invalid_request");
});

test("behavior: loosening names one vault; the operator's other one stays as it was", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault(onlyUsdc);
  const other = await flow.readyVault({ ...onlyUsdc, ownerKey: vault.ownerKey });
  for (const one of [vault, other]) {
    await flow.orders.set(one, "exec-mode", { mode: "autonomous" });
    await flow.orders.set(one, "slippage", { slippage: "0.5%" });
    expect(await budget(one, { day: "1", week: "1" })).toMatchObject({ status: 200 });
  }
  await flow.movePool("v4_ETH_USDC", PRICE_BPS);
  const loosened = await loosenBudget(stack, vault, { day: "9", week: "9" });
  expect(loosened).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining(vault.address) },
  });
  for (const one of [vault, other])
    expect(await trade(one)).toMatchObject({
      status: 200,
      body: { execution: { status: "confirmed" } },
    });
  expect(await trade(vault)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
  const refused = await trade(other);
  expect(expectRefusal(refused)).toBe("400 loss_budget_exceeded");
  expect(refused.body.details).toMatchObject({ limitDay: "1%", limitWeek: "1%" });
  // The other one's own budget still takes a signature for itself.
  expect(expectRefusal(await budget(other, { day: "2" }))).toBe("401 auth_required");
});
