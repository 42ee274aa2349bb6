import {
  type Address,
  encodeFunctionData,
  formatUnits,
  type Hex,
  parseAbi,
  parseTransaction,
  parseUnits,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { revokeAll } from "../../local/chain/revoke-all.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const SEND = "eth_sendRawTransaction";
const OUT_OF_ORDER = {
  status: 500,
  headers: { "content-type": "application/json" },
  body: '{"error":"node down"}',
};
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const isSend = (body: string) => body.includes(SEND);
/** Raw transactions that the Worker handed to the node, whatever became of them. */
const sends = (): Hex[] =>
  flow.stack.proxies.rpc
    .log()
    .filter(({ body }) => isSend(body))
    .flatMap(({ body }) => JSON.parse(body) as { params: [Hex] }[])
    .map(({ params }) => params[0]);

/**
 * The order ends with everything sold, by transactions of the agent that the chain knows, each
 * counted once.
 */
async function expectSoldExactly(vault: TestVault, id: number, total: string): Promise<void> {
  const { chain, orders } = flow;
  const hashes = await chain.sentBy(vault.agent);
  const sold = await Promise.all(hashes.map((hash) => chain.moved(hash, vault.address, USDC)));
  expect(sold.reduce((sum, one) => sum - one, 0n)).toBe(parseUnits(total, 6));
  const order = await orders.order(vault, id);
  expect(order).toMatchObject({ status: "completed", amountSpent: total, consecutiveFailures: 0 });
  const { ETH } = flow.stack.stack.chain.tokens;
  const swaps = hashes.filter((_, index) => sold[index] !== 0n);
  const bought = await Promise.all(swaps.map((hash) => chain.moved(hash, vault.address, ETH)));
  expect(order.totalBought).toBe(
    formatUnits(
      bought.reduce((sum, one) => sum + one, 0n),
      18,
    ),
  );
  expect(order.slicesExecuted).toBe(swaps.length);
  const events = (await orders.events(vault)).filter(({ success }) => success);
  expect(events.map(({ buyAmount }) => buyAmount)).toEqual(
    bought.map((amount) => formatUnits(amount, 18)),
  );
}

test("behavior: a lost send answer is unknown, blocks; the resolver counts it once", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const direct = await flow.readyVault();
  await orders.set(direct, "exec-mode", { mode: "autonomous" });
  const id = await orders.create(vault, { sliceCount: 2 });
  stack.proxies.rpc.after(async ({ body }) => (isSend(body) ? "drop" : undefined));
  stack.proxies.rpc.before(async ({ body }) =>
    body.includes("eth_getTransactionReceipt") ? OUT_OF_ORDER : undefined,
  );
  // The same happens to a direct call.
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
  const [tick, called] = await Promise.all([
    stack.advance(MINUTE),
    stack.tool(direct, "build_vault_swap", swap, { executionMode: "delegated" }),
  ]);
  expect(tick).toMatchObject({ slices: 1, executed: 0, failed: 0, pending: 1 });
  const [hash] = await chain.sentBy(vault.agent);
  const [directHash] = await chain.sentBy(direct.agent);
  expect(called).toMatchObject({
    status: 200,
    body: { execution: { status: "pending", hash: directHash } },
  });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "pending_confirmation",
    active: true,
    slicesExecuted: 0,
    amountSpent: "0",
    consecutiveFailures: 0,
  });
  expect(await orders.events(vault)).toEqual([]);
  expect(await stack.outbox(vault)).toEqual([]);
  // Still unknown: the next slice waits, and nothing is sent again.
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "pending_confirmation",
    slicesExecuted: 0,
  });
  expect(sends()).toHaveLength(2);

  await flow.calm();
  await stack.advance(MINUTE);
  // Known at last, it frees its order, whose next slice has been due for a while and runs in the
  // same tick.
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 2,
    amountSpent: "100",
  });
  const told = (await stack.outbox(vault)).map(({ kind, hash: of }) => [kind, of]);
  expect(told.filter(([kind]) => kind === "slice_executed")).toEqual([
    ["slice_executed", hash],
    ["slice_executed", (await chain.sentBy(vault.agent))[1]],
  ]);
  await stack.stack.tick();
  await stack.advance(5 * MINUTE);
  expect(sends()).toHaveLength(1);
  expect(await chain.nonceOf(vault.agent)).toBe(2);
  expect(await chain.nonceOf(direct.agent)).toBe(1);
  await expectSoldExactly(vault, id, "100");
});

test("behavior: what missed the node is resent in time, same bytes, unless cancelled", async () => {
  const { stack, chain, orders } = flow;
  const [vault, stopped] = [await flow.readyVault(), await flow.readyVault()];
  const before = await chain.balances(stopped.address);
  const id = await orders.create(vault, { sliceCount: 2 });
  const stoppedId = await orders.create(stopped, { sliceCount: 2 });
  stack.proxies.rpc.before(async ({ body }) => (isSend(body) ? "drop" : undefined));
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 2, pending: 2, failed: 0 });
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  const [first, second] = sends();
  const cancelled = await stack.tool(stopped, "cancel_twap_order", { id: stoppedId });
  // It was handed to a node once, so the answer is honest about it.
  expect(cancelled).toMatchObject({
    status: 200,
    body: { data: { cancelled: [{ id: stoppedId, state: "cancelling" }] } },
  });
  expect(cancelled.body.data.cancelled[0].pendingHashes).toHaveLength(1);

  stack.proxies.rpc.clearHooks();
  stack.proxies.rpc.reset();
  await stack.advance(MINUTE);
  const again = sends();
  const repeated = again.filter((raw) => raw === first || raw === second);
  expect(repeated).toHaveLength(1);
  await stack.advance(MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 1,
    amountSpent: "50",
  });
  // The cancelled one's nonce was used up by nothing at all.
  const [freed, ...others] = await chain.sentBy(stopped.agent);
  expect(others).toEqual([]);
  expect(await chain.client.getTransaction({ hash: freed! })).toMatchObject({
    from: stopped.agent.toLowerCase(),
    to: stopped.agent.toLowerCase(),
    value: 0n,
    input: "0x",
    nonce: 0,
  });
  expect(await chain.balances(stopped.address)).toEqual(before);
  expect(await orders.order(stopped, stoppedId)).toMatchObject({
    status: "cancelled",
    active: false,
    amountSpent: "0",
  });
  await stack.advance(5 * MINUTE);
  expect(await chain.nonceOf(vault.agent)).toBe(2);
  await expectSoldExactly(vault, id, "100");
});

test("behavior: a send lost to its deadline frees its nonce, runs later: total exact", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 2 });
  stack.proxies.rpc.before(async ({ body }) => (isSend(body) ? "drop" : undefined));
  expect(await stack.advance(MINUTE)).toMatchObject({ pending: 1 });
  await stack.advance(MINUTE);
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  // Past the five minutes of the calldata (decision D17).
  stack.proxies.rpc.clearHooks();
  await stack.advance(5 * MINUTE);
  const [freed] = await chain.sentBy(vault.agent);
  expect(await chain.client.getTransaction({ hash: freed! })).toMatchObject({
    to: vault.agent.toLowerCase(),
    value: 0n,
    input: "0x",
    nonce: 0,
  });
  await stack.advance(MINUTE);
  // Counted as failed, and due again since: it runs in the tick that found its nonce free.
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    consecutiveFailures: 0,
    slicesExecuted: 1,
  });
  expect(
    (await orders.events(vault)).map(({ success, sliceNumber }) => [success, sliceNumber]),
  ).toEqual([
    [false, 1],
    [true, 1],
  ]);
  const { data } = parseTransaction(sends()[0]!);
  expect(await stack.outbox(vault)).toMatchObject([
    {
      kind: "slice_failed",
      debugCall: { to: vault.address, from: vault.agent.toLowerCase(), value: "0x0", data },
    },
    { kind: "slice_executed" },
  ]);
  await stack.advance(5 * MINUTE);
  await stack.advance(5 * MINUTE);
  // Every swap that was ever signed had its own nonce taken at most once.
  const swaps = sends()
    .map((raw) => parseTransaction(raw))
    .filter(({ to }) => to === vault.address);
  expect(new Set(swaps.map(({ nonce }) => nonce ?? 0))).toEqual(new Set([0, 1, 2]));
  expect(await chain.nonceOf(vault.agent)).toBe(3);
  await expectSoldExactly(vault, id, "100");
});

test("error: a silent node is rpc_unavailable and a counted failure, no wrong state", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault);
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  stack.proxies.rpc.before(async () => OUT_OF_ORDER);
  for (const executionMode of ["manual", "delegated"]) {
    const refused = await stack.tool(vault, "build_vault_swap", swap, { executionMode });
    expect(refused).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
  }
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ failed: 1 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ failed: 1 });
  stack.proxies.rpc.clearHooks();
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    consecutiveFailures: 2,
    amountSpent: "0",
  });
  expect((await stack.outbox(vault)).map(({ code }) => code)).toEqual([
    "rpc_unavailable",
    "rpc_unavailable",
  ]);
  for (let slice = 0; slice < 4; slice += 1) await stack.advance(5 * MINUTE);
  await expectSoldExactly(vault, id, "100");
  expect(await chain.nonceOf(vault.agent)).toBe(4);
});

test("error: node failing pre-broadcast check: unsent, nonce free, slice works later", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  flow.betweenBuildAndBroadcast(async () => undefined, OUT_OF_ORDER);
  expect(await stack.advance(MINUTE)).toMatchObject({ failed: 1, pending: 0 });
  expect(sends()).toEqual([]);
  expect((await stack.outbox(vault))[0]).toMatchObject({
    kind: "slice_failed",
    code: "rpc_unavailable",
  });
  const attempt = `sx:local:attempt:twap:${vault.address}:${id}:1:1`;
  expect(await stack.stack.redis.command(["HGET", attempt, "status"])).toBe("never_sent");
  await stack.advance(5 * MINUTE);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  await expectSoldExactly(vault, id, "100");
});

const ownerAbi = parseAbi(["function setOwner(address newOwner)"]);
const changes: [string, string, (vault: TestVault) => Promise<unknown>][] = [
  [
    "the vault has another owner",
    "not_vault_owner",
    (vault) =>
      sendTransaction(flow.stack.stack.chain, {
        from: privateKeyToAccount(vault.ownerKey),
        to: vault.address,
        data: encodeFunctionData({
          abi: ownerAbi,
          functionName: "setOwner",
          args: [flow.stack.stack.chain.accounts.stranger.address as Address],
        }),
      }),
  ],
  [
    "the owner has revoked the delegation on chain",
    "not_delegated",
    ({ address, agent, ownerKey }) =>
      revokeAll(flow.stack.stack.chain, { vault: address, agent, ownerKey }),
  ],
  [
    "somebody has emptied the agent's wallet",
    "insufficient_gas",
    ({ agent }) => flow.chain.client.setBalance({ address: agent, value: 0n }),
  ],
];

test.each(changes)(
  "error: when %s between slices, the next one is %s and nothing is sent",
  async (_what, code, change) => {
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault();
    await orders.create(vault);
    expect(await stack.advance(MINUTE)).toMatchObject({ executed: 1 });
    const before = await chain.balances(vault.address);
    await change(vault);
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ failed: 1 });
    const notices = await stack.outbox(vault);
    expect(notices.find(({ kind }) => kind === "slice_failed")).toMatchObject({ code });
    // What is needed to the end is said once, beside the failure.
    const warnings = notices.flatMap(({ kind, shortages }) =>
      kind === "order_underfunded" ? shortages : [],
    );
    expect(warnings.map(({ cause }) => cause)).toEqual(code === "insufficient_gas" ? ["gas"] : []);
    const events = (await orders.events(vault)).filter(({ type }) => type !== "order_change");
    expect(events.at(-1)).toMatchObject({ success: false, sliceNumber: 2 });
    expect(await chain.nonceOf(vault.agent)).toBe(1);
    expect(await chain.balances(vault.address)).toEqual(before);
  },
);

test.each(changes)(
  "error: when %s between build and broadcast, it is %s and never sent",
  async (_what, code, change) => {
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault();
    const id = await orders.create(vault);
    const before = await chain.balances(vault.address);
    flow.betweenBuildAndBroadcast(async () => {
      await change(vault);
    });
    expect(await stack.advance(MINUTE)).toMatchObject({ failed: 1, pending: 0 });
    expect((await stack.outbox(vault))[0]).toMatchObject({ kind: "slice_failed", code });
    expect(sends()).toEqual([]);
    expect(await chain.nonceOf(vault.agent)).toBe(0);
    expect(await chain.balances(vault.address)).toEqual(before);
    const attempt = `sx:local:attempt:twap:${vault.address}:${id}:1:1`;
    expect(await stack.stack.redis.command(["HGET", attempt, "status"])).toBe("never_sent");
  },
);

test("error: a slice reverted in a block is a failure; nonce used, nothing sold", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  const before = await chain.balances(vault.address);
  stack.proxies.rpc.before(async ({ body }) => {
    if (isSend(body)) await flow.movePool("v4_ETH_USDC", 10_300);
  });
  expect(await stack.advance(MINUTE)).toMatchObject({ failed: 1, pending: 0 });
  const [hash] = await chain.sentBy(vault.agent);
  expect(await chain.client.getTransactionReceipt({ hash: hash! })).toMatchObject({
    status: "reverted",
  });
  const { input } = await chain.client.getTransaction({ hash: hash! });
  expect((await stack.outbox(vault))[0]).toMatchObject({
    kind: "slice_failed",
    code: "transaction_reverted",
    debugCall: { to: vault.address, from: vault.agent.toLowerCase(), value: "0x0", data: input },
  });
  expect(await chain.balances(vault.address)).toEqual(before);
  await flow.calm();
  await stack.advance(5 * MINUTE);
  expect(await chain.nonceOf(vault.agent)).toBe(2);
  await expectSoldExactly(vault, id, "100");
});

test("behavior: an unreadable native side keeps the quote's amount, as an estimate", async () => {
  const { stack, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  let quoted = 0n;
  stack.proxies.uniswap.after(async ({ path }, { body }) => {
    if (path.includes("/quote")) quoted = BigInt(JSON.parse(body).quote.output.amount);
  });
  let isSent = false;
  stack.proxies.rpc.before(async ({ body }) => {
    if (isSend(body)) isSent = true;
    return isSent && body.includes("eth_getBalance") ? OUT_OF_ORDER : undefined;
  });
  expect(await stack.advance(MINUTE)).toMatchObject({ executed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    amountSpent: "100",
    totalBought: formatUnits(quoted, 18),
    amountsEstimated: true,
  });
  expect((await stack.outbox(vault)).map(({ estimated }) => estimated)).toEqual([true, true]);
});
