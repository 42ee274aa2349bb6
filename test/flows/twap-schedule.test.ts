import { randomUUID } from "node:crypto";
import { formatUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signDelivery } from "../../local/scheduler/sign-delivery.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const timesOf = async (vault: Parameters<Flow["orders"]["events"]>[0]): Promise<number[]> =>
  (await flow.orders.events(vault)).map(({ timestamp }) => timestamp);

test("behavior: a 7-minute order keeps that pace over 20 slices of 5-minute ticks", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { totalAmount: "200", sliceCount: 20, intervalMinutes: 7 });
  // Slice 20 is planned 19 x 7 = 133 minutes after the first; 28 ticks are 135 minutes.
  for (let tick = 0; tick < 28; tick += 1) await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 20,
    amountSpent: "200",
  });
  expect(await chain.nonceOf(vault.agent)).toBe(20);
  const times = await timesOf(vault);
  expect(times).toHaveLength(20);
  // Decision D36: slice k runs at the first tick after (first + k x interval - 60 s); ticks are 5
  // minutes apart.
  times.forEach((time, k) => {
    const late = time - (times[0]! + k * 7 * MINUTE);
    expect(late).toBeGreaterThan(-MINUTE);
    expect(late).toBeLessThan(5 * MINUTE);
  });
  expect(Math.abs(times.at(-1)! - times[0]! - 19 * 7 * MINUTE)).toBeLessThan(5 * MINUTE);
});

test("behavior: after an hour's outage one slice runs, plan extends, nothing bursts", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 5 });
  const executedAfter = async (minutes: number): Promise<number> => {
    await stack.advance(minutes * MINUTE);
    return (await orders.order(vault, id)).slicesExecuted;
  };
  expect(await executedAfter(1)).toBe(1);
  expect(await executedAfter(5)).toBe(2);
  expect(await executedAfter(60)).toBe(3);
  await stack.stack.tick();
  expect(await executedAfter(0)).toBe(3);
  expect(await executedAfter(3)).toBe(3);
  expect(await executedAfter(2)).toBe(4);
  expect(await executedAfter(5)).toBe(5);
  const [first, , third, fourth, fifth] = await timesOf(vault);
  // Points stay on the grid of the first slice: 65, 70 and 75 minutes.
  for (const [time, minutes] of [
    [third, 65],
    [fourth, 70],
    [fifth, 75],
  ] as const) {
    expect(time! - first! - minutes * MINUTE).toBeGreaterThanOrEqual(0);
    expect(time! - first! - minutes * MINUTE).toBeLessThan(MINUTE);
  }
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", amountSpent: "100" });
  expect(await chain.nonceOf(vault.agent)).toBe(5);
});

test("behavior: two ticks at once, or one signed request twice, run each slice once", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault, { sliceCount: 4 });
  const url = `${stack.stack.baseUrl}/api/internal/twap-tick`;
  const post = async (signature: string) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "upstash-signature": signature },
    });
    return {
      status: response.status,
      ...((await response.json()) as { duplicate: boolean; slices: number }),
    };
  };
  const key = stack.stack.manifest.qstash.currentSigningKey;
  const sign = (jti: string) =>
    signDelivery({ url, body: new Uint8Array(), key, jti, nowMs: Date.now() });

  // Slice 1: two ticks with signatures of their own.
  const twice = await stack.stack.tick({ times: 2 });
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await orders.order(vault, id)).toMatchObject({
    slicesExecuted: 1,
    consecutiveFailures: 0,
  });
  expect(await chain.nonceOf(vault.agent)).toBe(1);

  // Slice 2: the very same request, three times at once.
  await flow.makeDue(vault, id);
  const signature = await sign(`jwt_${randomUUID()}`);
  const same = await Promise.all([post(signature), post(signature), post(signature)]);
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(same.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 2 });
  expect(await chain.nonceOf(vault.agent)).toBe(2);

  // Slice 3 would be due now, but an old delivery that comes again runs nothing (decision D42).
  await flow.makeDue(vault, id);
  expect(await post(signature)).toMatchObject({ status: 200, duplicate: true, slices: 0 });
  expect(await chain.nonceOf(vault.agent)).toBe(2);
  // Five at once with a new jti each.
  await stack.stack.tick({ times: 5 });
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 3, amountSpent: "75" });
  expect(await chain.nonceOf(vault.agent)).toBe(3);
  expect((await orders.events(vault)).map(({ sliceNumber }) => sliceNumber)).toEqual([1, 2, 3]);
});

test("behavior: autoExecute false: slices count, tell SwapMeta amounts, send nothing", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.newVault();
  await stack.pair(vault);
  const before = await chain.balances(vault.address);
  const id = await orders.create(vault, { autoExecute: false, sliceCount: 2, dex: "0x" });
  stack.proxies.rpc.reset();
  const quoted: string[] = [];
  stack.proxies["0x"].after(async (_request, answer) => {
    quoted.push(JSON.parse(answer.body).buyAmount);
  });
  for (let slice = 0; slice < 2; slice += 1) await stack.advance(5 * MINUTE);
  expect(quoted).toHaveLength(2);
  const bought = quoted.map((amount) => formatUnits(BigInt(amount), 18));
  const events = await orders.events(vault);
  expect(events).toMatchObject([
    { sliceNumber: 1, totalSlices: 2, sellAmount: "50", buyAmount: bought[0], success: true },
    { sliceNumber: 2, totalSlices: 2, sellAmount: "50", buyAmount: bought[1], success: true },
  ]);
  const total = formatUnits(
    quoted.reduce((sum, amount) => sum + BigInt(amount), 0n),
    18,
  );
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 2,
    amountSpent: "100",
    totalBought: total,
    autoExecute: false,
  });
  expect(await stack.outbox(vault)).toMatchObject([
    {
      kind: "manual_slice",
      sellAmount: "50",
      sellSymbol: "USDC",
      buyAmount: bought[0],
      buySymbol: "ETH",
      dex: "0x",
    },
    { kind: "manual_slice", progress: "2/2", buyAmount: bought[1] },
    { kind: "order_completed", totalSpent: "100", totalBought: total, broadcast: false },
  ]);
  expect(await chain.balances(vault.address)).toEqual(before);
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  expect(
    stack.proxies.rpc.log().filter(({ body }) => body.includes("eth_sendRawTransaction")),
  ).toEqual([]);
});

test("behavior: an unpaired operator's manual slice counts too, without notification", async () => {
  const { stack, orders } = flow;
  const vault = await flow.newVault();
  const id = await orders.create(vault, { autoExecute: false, sliceCount: 2 });
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 1, amountSpent: "50" });
  expect(await stack.outbox(vault)).toEqual([]);
});

test("behavior: three orders and direct calls at once share a nonce queue, each once", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const before = await chain.balances(vault.address);
  const ids = [];
  for (let order = 0; order < 3; order += 1)
    ids.push(await orders.create(vault, { sliceCount: 1 }));
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
  const call = () => stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
  const [tick, ...calls] = await Promise.all([stack.advance(MINUTE), call(), call()]);
  // Busy wallets may be told to come back (409 conflict); nothing is lost, nothing happens twice.
  for (const { status, body } of calls) expect([200, 409], JSON.stringify(body)).toContain(status);
  expect(tick).toMatchObject({ slices: 3 });
  for (let again = 0; again < 2; again += 1) await stack.advance(5 * MINUTE);
  for (const id of ids) {
    expect(await orders.order(vault, id)).toMatchObject({
      status: "completed",
      slicesExecuted: 1,
      amountSpent: "100",
    });
  }
  const executed = calls.filter(({ status }) => status === 200);
  const hashes = await chain.sentBy(vault.agent);
  const { USDC } = stack.stack.chain.tokens;
  const sold = await Promise.all(
    hashes.map(async (hash) => -(await chain.moved(hash, vault.address, USDC))),
  );
  const swaps = sold.filter((amount) => amount !== 0n).toSorted((a, b) => Number(a - b));
  expect(swaps).toEqual([...executed.map(() => 10_000_000n), ...ids.map(() => 100_000_000n)]);
  const after = await chain.balances(vault.address);
  expect(before.USDC - after.USDC).toBe(300_000_000n + BigInt(executed.length) * 10_000_000n);
  for (const { body } of executed) expect(hashes).toContain(body.execution.hash);
});
