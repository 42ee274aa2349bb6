import { type Hex, keccak256, parseTransaction } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { attackKit } from "../support/attack-kit.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

// What becomes of transactions that wait in a mempool, or never get out.
let flow: Flow;
let kit: ReturnType<typeof attackKit>;
beforeAll(async () => {
  flow = await startFlow();
  kit = attackKit(flow);
});
beforeEach(() => flow.stack.proxies.rpc.reset());
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const aTenthAbove = (wei = 0n) => (wei * 11n + 9n) / 10n;
const usdcOf = async (vault: TestVault) => (await flow.chain.balances(vault.address)).USDC ?? 0n;
const isSend = (body: string) => body.includes("eth_sendRawTransaction");

/** Everything the Worker handed out for a vault's agent, in order. */
async function sends(vault: TestVault) {
  const own = new Set((await kit.handedOut(vault)).map(({ hash }) => hash));
  return flow.stack.proxies.rpc
    .log()
    .filter(({ body }) => isSend(body))
    .map(({ body }) => (JSON.parse(body) as { params: [Hex] }[])[0]?.params[0] as `0x02${string}`)
    .map((raw) => ({ raw, hash: keccak256(raw), ...parseTransaction(raw) }))
    .filter(({ hash }) => own.has(hash));
}
const mine = (raw: Hex) => flow.chain.client.sendRawTransaction({ serializedTransaction: raw });

/**
 * Nothing that is sent is mined. A node that `knows` says that it waits in its mempool; the base
 * fee can be another.
 */
function holdBack({ knows, baseFeeWei }: { knows: boolean; baseFeeWei?: number }): void {
  const waiting = (hash: unknown) => ({
    hash,
    from: `0x${"1".repeat(40)}`,
    nonce: "0x0",
    blockNumber: null,
  });
  flow.stack.proxies.rpc.before(async ({ body }) => {
    if (isSend(body)) return "drop";
    if (!knows || !body.includes("eth_getTransactionByHash")) return undefined;
    return kit.answerChanged(body, ({ method, params }, reply) => {
      if (method === "eth_getTransactionByHash") return { ...reply, result: waiting(params[0]) };
      if (method !== "eth_getBlockByNumber" || baseFeeWei === undefined) return reply;
      return {
        ...reply,
        result: { ...(reply.result as object), baseFeePerGas: `0x${baseFeeWei.toString(16)}` },
      };
    });
  });
}

/** An order whose first slice is out and waits. */
async function waitingSlice(held: { baseFeeWei?: number } = {}) {
  const vault = await kit.autonomousVault();
  const id = await flow.orders.create(vault, { sliceCount: 2 });
  holdBack({ knows: true, ...held });
  expect(await flow.stack.advance(MINUTE)).toMatchObject({ slices: 1, pending: 1 });
  return { vault, id };
}

test("behavior: a waiting swap replaced, fees a tenth up, counts once by mined hash", async () => {
  const { stack, chain, orders } = flow;
  const { vault, id } = await waitingSlice();
  const before = await usdcOf(vault);
  await stack.advance(2 * MINUTE);
  const [first, second, ...others] = await sends(vault);
  expect(others).toEqual([]);
  expect(second).toMatchObject({
    to: first?.to,
    data: first?.data,
    nonce: first?.nonce,
    gas: first?.gas,
  });
  expect(second?.maxFeePerGas).toBeGreaterThanOrEqual(aTenthAbove(first?.maxFeePerGas));
  expect(second?.maxPriorityFeePerGas).toBeGreaterThanOrEqual(
    aTenthAbove(first?.maxPriorityFeePerGas),
  );
  expect(await kit.attempts(vault)).toMatchObject([
    { status: "sent", hashes: [first?.hash, second?.hash], freeing: [] },
  ]);
  // Within 90 s of its replacement it is left alone.
  await stack.advance(MINUTE);
  expect(await sends(vault)).toHaveLength(2);

  await mine(second?.raw ?? "0x");
  stack.proxies.rpc.clearHooks();
  // Before the order's next slice is due, which is four minutes after the first.
  await stack.advance(0.75 * MINUTE);
  expect(await chain.sentBy(vault.agent)).toEqual([second?.hash]);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 1,
    amountSpent: "50",
  });
  expect((await stack.outbox(vault)).map(({ kind, hash }) => [kind, hash])).toEqual([
    ["slice_executed", second?.hash],
  ]);
  expect(await usdcOf(vault)).toBe(before - 50_000_000n);
  expect(await kit.openInLane(vault)).toBe(0);
});

test("behavior: the first is mined, a replacement signed: one slice, counted once", async () => {
  const { stack, chain, orders } = flow;
  const { vault, id } = await waitingSlice();
  await stack.advance(2 * MINUTE);
  const [first, second] = await sends(vault);
  await mine(first?.raw ?? "0x");
  stack.proxies.rpc.clearHooks();
  await stack.advance(MINUTE);
  expect(await chain.sentBy(vault.agent)).toEqual([first?.hash]);
  expect(await kit.attempts(vault)).toMatchObject([
    { status: "confirmed", hashes: [first?.hash, second?.hash] },
  ]);
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 1, amountSpent: "50" });
  expect((await stack.outbox(vault)).map(({ hash }) => hash)).toEqual([first?.hash]);
});

test("behavior: cancelled while it waits, its nonce is freed above its fees, raised", async () => {
  const { stack, chain, orders } = flow;
  const { vault, id } = await waitingSlice();
  const before = await chain.balances(vault.address);
  const cancelled = await stack.tool(vault, "cancel_twap_order", { id });
  await stack.advance(2 * MINUTE);
  await stack.advance(2 * MINUTE);
  const [swap, freeing, raised, ...others] = await sends(vault);
  expect(others).toEqual([]);
  expect(cancelled.body.data.cancelled).toMatchObject([{ id, pendingHashes: [swap?.hash] }]);
  for (const [one, under] of [
    [freeing, swap],
    [raised, freeing],
  ]) {
    expect(one).toMatchObject({ to: vault.agent.toLowerCase(), nonce: swap?.nonce, gas: 21_000n });
    expect([one?.data, one?.value]).toEqual([undefined, undefined]);
    expect(one?.maxFeePerGas).toBeGreaterThanOrEqual(aTenthAbove(under?.maxFeePerGas));
    expect(one?.maxPriorityFeePerGas).toBeGreaterThanOrEqual(
      aTenthAbove(under?.maxPriorityFeePerGas),
    );
  }
  await mine(raised?.raw ?? "0x");
  stack.proxies.rpc.clearHooks();
  await stack.advance(MINUTE);
  expect(await kit.attempts(vault)).toMatchObject([
    { status: "replaced", hashes: [swap?.hash], freeing: [freeing?.hash, raised?.hash] },
  ]);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "cancelled",
    slicesExecuted: 0,
    amountSpent: "0",
  });
  expect(await chain.balances(vault.address)).toEqual(before);
});

test("behavior: base fee above cap, nothing new is signed: same bytes offered again", async () => {
  const { vault } = await waitingSlice();
  // Base's cap is 0.04 gwei (docs/facts/venues.md 6).
  flow.stack.proxies.rpc.clearHooks();
  holdBack({ knows: true, baseFeeWei: 50_000_000 });
  await flow.stack.advance(2 * MINUTE);
  const [first, second, ...others] = await sends(vault);
  expect(others).toEqual([]);
  expect(second?.raw).toBe(first?.raw);
  expect(await kit.attempts(vault)).toMatchObject([
    { status: "sent", hashes: [first?.hash], freeing: [] },
  ]);
});

test("behavior: a whole unsent nonce queue is closed in two ticks, each trade once", async () => {
  const { stack, chain } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  holdBack({ knows: false });
  const hashes: string[] = [];
  for (const amount of ["10", "20", "30"]) {
    const answer = await kit.trade(vault, amount);
    expect(answer).toMatchObject({ status: 200, body: { execution: { status: "pending" } } });
    hashes.push(answer.body.execution.hash);
  }
  expect((await kit.attempts(vault)).map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
  stack.proxies.rpc.clearHooks();
  await stack.advance(MINUTE);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(3);
  await stack.advance(MINUTE);
  expect(await chain.sentBy(vault.agent)).toEqual(hashes);
  expect((await kit.attempts(vault)).map(({ status }) => status)).toEqual(
    Array(3).fill("confirmed"),
  );
  expect(await kit.openInLane(vault)).toBe(0);
  expect(await usdcOf(vault)).toBe(before - 60_000_000n);
});
