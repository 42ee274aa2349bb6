import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { awaitReceipt } from "../../local/chain/await-receipt.ts";
import { attackKit } from "../support/attack-kit.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

// A security review's attacks on attempts and the nonce queue of an agent wallet (commit b6399d6).
// Each test names its hole.
let flow: Flow;
let kit: ReturnType<typeof attackKit>;
beforeAll(async () => {
  flow = await startFlow();
  kit = attackKit(flow);
});
beforeEach(() => flow.stack.proxies.rpc.reset());
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const usdcOf = async (vault: { address: `0x${string}` }) =>
  (await flow.chain.balances(vault.address)).USDC;

// The mined trade was answered with 503 "try again": who did, traded twice.
test("H1: store fails to close: the mined trade is 200 confirmed, a tick closes it", async () => {
  const { stack, chain } = flow;
  const vault = await kit.autonomousVault();
  let failed = 0;
  stack.proxies.redis.before(async ({ body }) => {
    if (kit.scriptOf(body) !== "close-attempt") return undefined;
    failed += 1;
    return kit.GATEWAY_ERROR;
  });
  const answer = await kit.trade(vault);
  const [hash] = await chain.sentBy(vault.agent);
  expect(answer).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed", hash, sold: "100" } },
  });
  expect(failed).toBe(1);
  expect(await kit.attempts(vault)).toMatchObject([
    { status: "prepared", nonce: 0, hashes: [hash] },
  ]);
  stack.proxies.redis.clearHooks();

  await stack.advance(2 * MINUTE);
  expect(await kit.attempts(vault)).toMatchObject([
    { status: "confirmed", nonce: 0, hashes: [hash], freeing: [] },
  ]);
  expect(await kit.openInLane(vault)).toBe(0);
  expect(await kit.minedBy(vault)).toEqual(["vault success"]);
  expect(await kit.trade(vault, "1")).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
});

// The resolver sent the first attempt although its caller had been told to try again, and did: two
// swaps.
test("H2: prepare's answer is lost, 503, the caller repeats: exactly one swap", async () => {
  const { stack, chain } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  let lost = 0;
  stack.proxies.redis.after(async ({ body }) => {
    if (kit.scriptOf(body) !== "prepare-attempt") return undefined;
    lost += 1;
    return "drop";
  });
  const first = await kit.trade(vault);
  // The request and the three re-sends of the store's client, all of them executed.
  expect(lost).toBe(4);
  expect(first).toMatchObject({ status: 503, body: { error: "store_unavailable" } });
  expect(await kit.handedOut(vault)).toEqual([]);
  stack.proxies.redis.clearHooks();

  const second = await kit.trade(vault);
  expect(second).toMatchObject({ status: 200, body: { execution: { status: "pending" } } });
  expect(await kit.attempts(vault)).toMatchObject([
    { nonce: 0, status: "prepared" },
    { nonce: 1, status: "sent", hashes: [second.body.execution.hash] },
  ]);
  await stack.advance(90_000);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(2);
  await stack.advance(60_000);

  expect(await kit.minedBy(vault)).toEqual(["nothing", "vault success"]);
  expect((await chain.sentBy(vault.agent))[1]).toBe(second.body.execution.hash);
  expect(await usdcOf(vault)).toBe(before - 100_000_000n);
  expect(await kit.attempts(vault)).toMatchObject([
    { nonce: 0, status: "replaced" },
    { nonce: 1, status: "confirmed", freeing: [] },
  ]);
  const toVault = (await kit.handedOut(vault)).filter(({ to }) => to === vault.address);
  expect(toVault.map(({ nonce }) => nonce)).toEqual([1]);
  expect(await kit.openInLane(vault)).toBe(0);
});

// "Nothing was sent" was answered, and minutes later the resolver found that everything allowed it.
test("H3: an attempt refused pre-broadcast is never sent, needed nonce gap filled", async () => {
  const { stack, chain } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  const prepared = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let prepares = 0;
  stack.proxies.redis.after(async ({ body }) => {
    if (kit.scriptOf(body) === "prepare-attempt") prepared[prepares++]?.resolve();
  });
  let isRefused = false;
  stack.proxies.rpc.before(async ({ body }) => {
    if (isRefused || !kit.isLastLook(body, vault)) return undefined;
    isRefused = true;
    await prepared[1]?.promise;
    return kit.GATEWAY_ERROR;
  });
  const a = kit.trade(vault, "100");
  await prepared[0]?.promise;
  const b = kit.trade(vault, "50");
  expect(await a).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
  expect(await b).toMatchObject({ status: 200, body: { execution: { status: "pending" } } });
  const hash = (await b).body.execution.hash;
  expect(await kit.attempts(vault)).toMatchObject([
    { nonce: 0, status: "prepared" },
    { nonce: 1, status: "sent", hashes: [hash] },
  ]);
  flow.stack.proxies.rpc.clearHooks();
  // From here on a last look would find nothing against A.
  await stack.advance(90_000);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(2);
  await stack.advance(60_000);

  expect(await kit.minedBy(vault)).toEqual(["nothing", "vault success"]);
  expect(await usdcOf(vault)).toBe(before - 50_000_000n);
  expect(await kit.attempts(vault)).toMatchObject([
    { nonce: 0, status: "replaced", abandoned: true },
    { nonce: 1, status: "confirmed", abandoned: false, hashes: [hash] },
  ]);
  const toVault = (await kit.handedOut(vault)).filter(({ to }) => to === vault.address);
  expect(toVault.map((one) => one.hash)).toEqual([hash]);
});

// A null was taken for "the call passes and returns nothing": the fifth check did not look.
test.each([
  ["null", { result: null }],
  ["no result at all", {}],
  ["a number", { result: 1 }],
  ["half a byte", { result: "0x1" }],
])(
  "M6: the exact call is answered with %s: rpc_unavailable, and nothing is sent",
  async (_, answer) => {
    const { stack, chain } = flow;
    const vault = await kit.autonomousVault();
    let changed = 0;
    stack.proxies.rpc.before(async ({ body }) => {
      if (!kit.isLastLook(body, vault)) return undefined;
      return kit.answerChanged(body, (call, { result, error, ...reply }) => {
        if (!kit.isExactCall(call))
          return { ...reply, ...(error === undefined ? { result } : { error }) };
        changed += 1;
        return { ...reply, ...answer };
      });
    });
    expect(await kit.trade(vault)).toMatchObject({
      status: 502,
      body: { error: "rpc_unavailable" },
    });
    expect(changed).toBe(1);
    expect(await kit.handedOut(vault)).toEqual([]);
    expect(await chain.nonceOf(vault.agent)).toBe(0);
    expect(await kit.attempts(vault)).toMatchObject([{ nonce: 0, status: "never_sent" }]);
    expect(await kit.openInLane(vault)).toBe(0);
  },
);

// It was 200 with a sentence in the message.
test("a transaction reverting when mined is 400 transaction_reverted, hash, closed", async () => {
  const { stack, chain } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  let isMoved = false;
  stack.proxies.rpc.before(async ({ body }) => {
    if (isMoved || !body.includes("eth_sendRawTransaction")) return;
    isMoved = true;
    await flow.movePool("v4_ETH_USDC", 10_300);
  });
  const answer = await kit.trade(vault);
  const [hash] = await chain.sentBy(vault.agent);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: "transaction_reverted", details: { hash } },
  });
  expect(await kit.minedBy(vault)).toEqual(["vault reverted"]);
  expect(await usdcOf(vault)).toBe(before);
  expect(await kit.attempts(vault)).toMatchObject([
    { nonce: 0, status: "reverted", hashes: [hash] },
  ]);
  expect(await kit.openInLane(vault)).toBe(0);
});

// One wrong answer of a node, or one reorg, stopped an agent wallet for ever: nothing filled the
// hole below its lowest nonce.
test("M1: a node once counts 7 transactions, not 0: the next tick fills the hole", async () => {
  const { stack, chain, orders } = flow;
  const vault = await kit.autonomousVault();
  // Only a nonce queue of which nothing is known takes such a count; others ask again (decision
  // D33).
  await stack.stack.redis.command([
    "DEL",
    `sx:local:lane-confirmed:8453:${vault.agent.toLowerCase()}`,
  ]);
  const before = await usdcOf(vault);
  const id = await orders.create(vault, { sliceCount: 2 });
  let lies = 0;
  stack.proxies.rpc.before(async ({ body }) => {
    const isAsked =
      body.includes("eth_getTransactionCount") &&
      body.toLowerCase().includes(vault.agent.toLowerCase());
    if (lies > 0 || !isAsked) return undefined;
    lies += 1;
    return kit.answerChanged(body, ({ method }, reply) =>
      method === "eth_getTransactionCount" ? { ...reply, result: "0x7" } : reply,
    );
  });
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, pending: 1 });
  expect(await kit.attempts(vault)).toMatchObject([{ nonce: 7, status: "sent" }]);
  // All of them in one tick; the node mines them, and the swap that waits above.
  await stack.advance(31_000);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(8);
  await stack.advance(31_000);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 1,
    consecutiveFailures: 0,
  });
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 2,
    amountSpent: "100",
  });
  const nothings = Array.from({ length: 7 }, () => "nothing");
  expect(await kit.minedBy(vault)).toEqual([...nothings, "vault success", "vault success"]);
  expect(await usdcOf(vault)).toBe(before - 100_000_000n);
  expect(await kit.openInLane(vault)).toBe(0);
  expect(await kit.trade(vault, "1")).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
});

test("M1: a deep reorg takes a confirmed slice: vault frozen, works once unfrozen", async () => {
  const { stack, chain, orders } = flow;
  const vault = await kit.autonomousVault();
  const before = await usdcOf(vault);
  const id = await orders.create(vault, { sliceCount: 3, totalAmount: "300" });
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
  const [hash] = await chain.sentBy(vault.agent);
  await chain.client.request({ method: "anvil_rollback", params: [1] } as never);
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  expect(await usdcOf(vault)).toBe(before);

  // At the height that was counted there is another block, and one above it: deeper than this
  // chain's one confirmation.
  await chain.client.request({ method: "anvil_mine", params: ["0x1"] } as never);
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, failed: 1 });
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  // By their times, and the failure has its tick's.
  const [first, ...rest] = (await stack.outbox(vault)).map(
    ({ kind, code, hash: told }) => code ?? [kind, told],
  );
  expect(first).toEqual(["slice_executed", hash]);
  expect(rest).toHaveLength(2);
  expect(rest).toEqual(expect.arrayContaining([["deep_reorg", hash], "vault_frozen"]));
  const frozen = `sx:local:frozen:${vault.address}`;
  expect(await stack.stack.redis.command(["EXISTS", frozen])).toBe(1);

  await stack.stack.redis.command(["DEL", frozen]);
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
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    consecutiveFailures: 0,
  });
  // The slice that the chain took back is not made up for: its operator was told, and decided.
  expect(await usdcOf(vault)).toBe(before - 200_000_000n);
  expect(await kit.openInLane(vault)).toBe(0);
});

test("a reorg mines a counted slice again in another block: noted, nothing more", async () => {
  const { stack, chain, orders } = flow;
  const vault = await kit.autonomousVault();
  const id = await orders.create(vault, { sliceCount: 1 });
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
  const [{ id: attempt } = { id: "" }] = await kit.attempts(vault);
  const [raw] = stack.proxies.rpc
    .log()
    .filter(({ body }) => body.includes("eth_sendRawTransaction"))
    .map(({ body }) => JSON.parse(body)[0].params[0]);
  const { blockHash: first } = await chain.client.getTransactionReceipt({
    hash: (await chain.sentBy(vault.agent))[0]!,
  });
  const { timestamp } = await chain.client.getBlock({ blockHash: first });
  await chain.client.request({ method: "anvil_rollback", params: [1] } as never);
  // The same transaction in the same second would make the same block.
  await chain.client.request({
    method: "evm_setNextBlockTimestamp",
    params: [Number(timestamp) + 7],
  } as never);
  const hash = await chain.client.sendRawTransaction({ serializedTransaction: raw });
  // By its hash: the account's new nonce is there a moment before the block is.
  const { blockHash: second } = await awaitReceipt(chain.client, hash);
  expect(second).not.toBe(first);

  await stack.advance(5 * MINUTE);
  expect(
    await stack.stack.redis.command(["HGET", `sx:local:attempt:${attempt}`, "blockHash"]),
  ).toBe(second);
  expect(await stack.stack.redis.command(["EXISTS", `sx:local:frozen:${vault.address}`])).toBe(0);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 1,
    amountSpent: "100",
  });
  expect((await stack.outbox(vault)).map(({ kind }) => kind)).toEqual([
    "slice_executed",
    "order_completed",
  ]);
});
