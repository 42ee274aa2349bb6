import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { attackKit } from "../support/attack-kit.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

// M1 of a security review (commit b6399d6): one wrong answer of a node, or one reorg, stopped an agent wallet for ever.
let flow: Flow;
let kit: ReturnType<typeof attackKit>;
beforeAll(async () => {
  flow = await startFlow();
  kit = attackKit(flow);
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const usdcOf = async (vault: { address: `0x${string}` }) => (await flow.chain.balances(vault.address)).USDC;

test("M1: a node once counts 7 transactions instead of 0: later ticks fill the hole, and the order completes", async () => {
  const { stack, chain, orders } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  const id = await orders.create(vault, { sliceCount: 2 });
  let lies = 0;
  stack.proxies.rpc.before(async ({ body }) => {
    const isAsked = body.includes("eth_getTransactionCount") && body.toLowerCase().includes(vault.agent.toLowerCase());
    if (lies > 0 || !isAsked) return undefined;
    lies += 1;
    return kit.answerChanged(body, ({ method }, reply) =>
      method === "eth_getTransactionCount" ? { ...reply, result: "0x7" } : reply,
    );
  });
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, pending: 1 });
  expect(await kit.attempts(vault)).toMatchObject([{ nonce: 7, status: "sent" }]);
  // One nonce each time, within the five minutes for which the swap stays good.
  for (let filled = 1; filled <= 7; filled += 1) {
    await stack.advance(31_000);
    // The node mines it right after it has taken it.
    await expect.poll(() => chain.nonceOf(vault.agent)).toBe(filled < 7 ? filled : 8);
  }
  await stack.advance(31_000);
  expect(await orders.order(vault, id)).toMatchObject({ status: "active", slicesExecuted: 1, consecutiveFailures: 0 });
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", slicesExecuted: 2, amountSpent: "100" });
  const nothings = Array.from({ length: 7 }, () => "nothing");
  expect(await kit.minedBy(vault)).toEqual([...nothings, "vault success", "vault success"]);
  expect(await usdcOf(vault)).toBe(before - 100_000_000n);
  expect(await kit.openInLane(vault)).toBe(0);
  expect(await kit.trade(vault, "1")).toMatchObject({ status: 200, body: { execution: { status: "confirmed" } } });
});

test.each([
  ["anvil_rollback", [1]],
  ["anvil_reorg", [1, []]],
])("M1: a confirmed slice is taken back by %s: the lane works again", async (method, params) => {
  const { stack, chain, orders } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  const id = await orders.create(vault, { sliceCount: 3, totalAmount: "300" });
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  await chain.client.request({ method, params } as never);
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  expect(await usdcOf(vault)).toBe(before);

  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, pending: 1 });
  expect(await kit.attempts(vault)).toMatchObject([
    { nonce: 0, status: "confirmed" },
    { nonce: 1, status: "sent" },
  ]);
  await stack.advance(31_000);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(2);
  await stack.advance(31_000);
  expect(await orders.order(vault, id)).toMatchObject({ status: "active", slicesExecuted: 2 });
  await stack.advance(5 * MINUTE);
  expect(await kit.minedBy(vault)).toEqual(["nothing", "vault success", "vault success"]);
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", consecutiveFailures: 0 });
  // The slice that the chain took back after its confirmation (one block on this chain) is not made up for.
  expect(await usdcOf(vault)).toBe(before - 200_000_000n);
  expect(await kit.openInLane(vault)).toBe(0);
  expect(await kit.trade(vault, "1")).toMatchObject({ status: 200, body: { execution: { status: "confirmed" } } });
});
