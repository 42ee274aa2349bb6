import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { atPoint } from "../support/fault-points.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * redis-server ends by SIGKILL and comes back without its last second: what was acknowledged is
 * gone. The order then looks as if its slice had never run, and only the chain's count of the
 * agent's transactions says that something is missing.
 */

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ redisKeeps: "every write" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const soldBy = async (vault: TestVault): Promise<bigint> => {
  const hashes = await flow.chain.sentBy(vault.agent);
  const { USDC } = flow.stack.stack.chain.tokens;
  const moved = await Promise.all(
    hashes.map((hash) => flow.chain.moved(hash, vault.address, USDC)),
  );
  return moved.reduce((sum, amount) => sum - amount, 0n);
};
const isFrozen = async (vault: TestVault): Promise<boolean> =>
  (await flow.stack.stack.redis.command(["EXISTS", `sx:local:frozen:${vault.address}`])) === 1;

/** The server as it was at the copy. */
async function forgetSince(copy: string): Promise<void> {
  const { redis } = flow.stack.stack.processes;
  await redis!.kill();
  await redis!.start(copy);
}

test("behavior: a slice Redis forgot is not rerun: vault frozen, operator told once", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const other = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 4 });
  const copy = await stack.stack.processes.redis!.copyData();
  expect(await stack.advance(MINUTE)).toMatchObject({ executed: 1 });
  expect(await soldBy(vault)).toBe(parseUnits("25", 6));
  await forgetSince(copy);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 0,
    amountSpent: "0",
  });

  // Three failures pause the order; each tick asked anew, and nothing was ever sent.
  for (let tick = 0; tick < 4; tick += 1) await stack.advance(5 * MINUTE);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  expect(await soldBy(vault)).toBe(parseUnits("25", 6));
  expect(await isFrozen(vault)).toBe(true);
  expect(await orders.order(vault, id)).toMatchObject({ status: "auto_paused", slicesExecuted: 0 });
  const told = await stack.outbox(vault);
  expect(told.filter(({ kind }) => kind === "history_lost")).toMatchObject([
    { vault: vault.address, agent: vault.agent.toLowerCase(), chainNonce: 1 },
  ]);
  expect(told.find(({ kind }) => kind === "slice_failed").error).toContain("does not remember");
  expect(told.map(({ code }) => code).filter(Boolean)).toEqual([
    "vault_frozen",
    "vault_frozen",
    "vault_frozen",
  ]);
  // A direct call is stopped by the same.
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
  const direct = (by: TestVault) =>
    stack.tool(by, "build_vault_swap", swap, { executionMode: "delegated" });
  expect(await direct(vault)).toMatchObject({ status: 400, body: { error: "vault_frozen" } });
  // Nobody else is.
  await orders.set(other, "exec-mode", { mode: "autonomous" });
  expect(await direct(other)).toMatchObject({ status: 200 });
  expect(await isFrozen(other)).toBe(false);
});

test("behavior: what Redis forgot before the chain did not happen, and is done once", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  const copy = await stack.stack.processes.redis!.copyData();
  const fault = atPoint(flow, "after prepare", () => forgetSince(copy));
  await stack.stack.advance(MINUTE);
  expect(fault.happened()).toBe(true);
  for (let tick = 0; tick < 3; tick += 1) await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 1,
    amountSpent: "100",
  });
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  expect(await soldBy(vault)).toBe(parseUnits("100", 6));
  expect(await isFrozen(vault)).toBe(false);
});

// The slice waits in the store with a hash that can never be mined: something else has its nonce.
test("behavior: nonce surely taken by forgotten sends: frozen, told once, resolvable", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  let copy = "";
  atPoint(flow, "before the send", async () => {
    copy = await stack.stack.processes.redis!.copyData();
  });
  expect(await stack.advance(MINUTE)).toMatchObject({ pending: 1 });
  await stack.tool(vault, "cancel_twap_order", { id });
  await stack.advance(2 * MINUTE);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(1);
  await stack.advance(MINUTE);
  await forgetSince(copy);
  expect(await orders.order(vault, id)).toMatchObject({ status: "pending_confirmation" });

  // A node could lag by as little as this: nothing is decided, however often it is seen.
  for (let tick = 0; tick < 3; tick += 1) await stack.advance(MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({ status: "pending_confirmation" });
  await chain.client.request({ method: "anvil_mine", params: ["0x40"] } as never);
  await stack.advance(MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({ status: "pending_confirmation" });
  expect(await isFrozen(vault)).toBe(false);
  await stack.advance(MINUTE);
  expect(await isFrozen(vault)).toBe(true);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 0,
    consecutiveFailures: 1,
  });
  await stack.advance(MINUTE);
  const told = (await stack.outbox(vault)).filter(
    ({ kind, code }) => kind === "history_lost" || code !== undefined,
  );
  expect(told.slice(0, 2)).toMatchObject([
    { kind: "history_lost", agent: vault.agent.toLowerCase(), chainNonce: 1 },
    {
      kind: "slice_failed",
      code: "vault_frozen",
      error: expect.stringContaining("does not remember"),
    },
  ]);
  expect(told.filter(({ kind }) => kind === "history_lost")).toHaveLength(1);

  // Its operator has looked, and lets it go on.
  await stack.stack.redis.command(["DEL", `sx:local:frozen:${vault.address}`]);
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 1,
    amountSpent: "100",
  });
  expect(await chain.nonceOf(vault.agent)).toBe(2);
  expect(await soldBy(vault)).toBe(parseUnits("100", 6));
});

test("behavior: delegating to a used wallet works: nonces begin at the chain's count", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.newVault();
  await chain.client.setNonce({ address: vault.agent, nonce: 3 });
  await stack.delegated(vault);
  const id = await orders.create(vault, { sliceCount: 1 });
  expect(await stack.advance(MINUTE)).toMatchObject({ executed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", slicesExecuted: 1 });
  expect(await chain.nonceOf(vault.agent)).toBe(4);
});

test("behavior: a node once counting too many is asked again; nothing sent or frozen", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  let lies = 0;
  stack.proxies.rpc.before(async ({ body }) => {
    const isAsked =
      body.includes('"eth_getTransactionCount"') &&
      body.toLowerCase().includes(vault.agent.toLowerCase());
    if (!isAsked || lies > 0) return undefined;
    lies += 1;
    const answer = await fetch(stack.stack.chain.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const replies = (await answer.json()) as { id: number }[];
    const calls: { id: number; method: string }[] = JSON.parse(body);
    const isCount = new Set(
      calls.filter(({ method }) => method === "eth_getTransactionCount").map((call) => call.id),
    );
    const changed = replies.map((reply) =>
      isCount.has(reply.id) ? { ...reply, result: "0x7" } : reply,
    );
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(changed),
    };
  });
  // The two counts refuse the first try; at the second, in the same tick, the node tells the truth.
  expect(await stack.advance(MINUTE)).toMatchObject({ executed: 1, failed: 0 });
  expect(lies).toBe(1);
  expect((await stack.outbox(vault)).filter(({ kind }) => kind === "slice_failed")).toEqual([]);
  expect(await isFrozen(vault)).toBe(false);
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", slicesExecuted: 1 });
  expect(await chain.nonceOf(vault.agent)).toBe(1);
});
