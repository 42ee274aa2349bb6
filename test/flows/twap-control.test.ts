import { encodeErrorResult, type Hex, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

test("behavior: three failures, each notified, pause an order; resuming forgets them", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault);
  // 4% better than the pool: within the Swap Shield, but the promised minimum cannot be filled and
  // the call reverts.
  await flow.venueControl("uniswap", "skew", { bps: 400 });
  for (const failures of [1, 2]) {
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, failed: 1 });
    expect(await orders.order(vault, id)).toMatchObject({
      active: true,
      status: "active",
      consecutiveFailures: failures,
      slicesExecuted: 0,
      lastExecution: expect.any(Number),
      lastError: expect.stringContaining("slippage limit"),
    });
  }
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    active: false,
    status: "auto_paused",
    consecutiveFailures: 3,
  });
  const outbox = await stack.outbox(vault);
  expect(outbox.map(({ kind }) => kind)).toEqual([
    "slice_failed",
    "slice_failed",
    "slice_failed",
    "order_auto_paused",
  ]);
  outbox.slice(0, 3).forEach((notice, index) => {
    expect(notice).toMatchObject({
      code: "simulation_reverted",
      error: expect.stringContaining("slippage limit"),
      consecutiveFailures: index + 1,
      failureLimit: 3,
      sliceNumber: 1,
      debugCall: {
        to: vault.address,
        from: vault.agent.toLowerCase(),
        value: "0x0",
        data: expect.stringMatching(/^0x3593564c[0-9a-f]{200,}$/),
      },
    });
  });
  expect(outbox[3]).toMatchObject({
    orderId: id,
    consecutiveFailures: 3,
    lastError: outbox[2].error,
  });
  // Paused means paused, also when the venue is well again.
  await flow.venueControl("uniswap", "reset", {});
  expect(await stack.advance(60 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await chain.nonceOf(vault.agent)).toBe(0);

  const resumed = await stack.tool(vault, "resume_twap_order", { id });
  expect(resumed).toMatchObject({
    status: 200,
    body: { data: { order: { active: true, consecutiveFailures: 0 } } },
  });
  // Thirteen points were missed: one slice now, the next an interval later.
  await stack.advance(MINUTE);
  await stack.stack.tick();
  await stack.advance(MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 1,
    amountSpent: "25",
  });
  for (let slice = 2; slice <= 4; slice += 1) await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", amountSpent: "100" });
  expect(await chain.nonceOf(vault.agent)).toBe(4);
});

test("behavior: a success resets the count of failures", async () => {
  const { stack, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault);
  const failures: number[] = [];
  for (const fails of [true, true, false, true, true, false]) {
    await flow.venueControl("uniswap", "fail", fails ? { times: 2, status: 500 } : { times: 0 });
    await stack.advance(5 * MINUTE);
    const order = await orders.order(vault, id);
    expect(order.active).toBe(true);
    failures.push(order.consecutiveFailures);
  }
  expect(failures).toEqual([1, 2, 0, 1, 2, 0]);
  const failed = (await stack.outbox(vault)).filter(({ kind }) => kind === "slice_failed");
  // Nothing was built, so nothing of the call is known (decision D37: absent parts are named).
  expect(failed[0]).toMatchObject({
    code: "venue_unavailable",
    debugCall: { from: null, value: null, data: null },
  });
  expect(
    (await orders.events(vault)).map(({ success, sliceNumber }) => [success, sliceNumber]),
  ).toEqual([
    [false, 1],
    [false, 1],
    [true, 1],
    [false, 2],
    [false, 2],
    [true, 2],
  ]);
});

test("behavior: a paused order rests until resumed and keeps its place in the limit", async () => {
  const { stack, orders } = flow;
  const vault = await flow.readyVault();
  const id = await orders.create(vault);
  await stack.advance(5 * MINUTE);
  const paused = await stack.tool(vault, "pause_twap_order", { id });
  expect(paused).toMatchObject({
    status: 200,
    body: { data: { order: { status: "paused", active: true } } },
  });
  for (let tick = 0; tick < 3; tick += 1)
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  await orders.create(vault, { autoExecute: false, intervalMinutes: 500 });
  await orders.create(vault, { autoExecute: false, intervalMinutes: 500 });
  await expect(orders.create(vault)).rejects.toThrow("twap_order_limit");
  expect(await stack.tool(vault, "resume_twap_order", { id })).toMatchObject({ status: 200 });
  await stack.advance(MINUTE);
  await stack.advance(MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({ status: "active", slicesExecuted: 2 });
  // Resuming what runs is no error and changes nothing; what is closed cannot be resumed or paused.
  expect(await stack.tool(vault, "resume_twap_order", { id })).toMatchObject({ status: 200 });
  await stack.tool(vault, "cancel_twap_order", { id });
  for (const name of ["pause_twap_order", "resume_twap_order"]) {
    const refused = await stack.tool(vault, name, { id });
    expect(refused).toMatchObject({ status: 400, body: { error: "twap_order_not_found" } });
  }
});

test("behavior: strategy events: polled shape, filter by since, at most 20, 24 hours", async () => {
  const { stack, orders } = flow;
  const vault = await flow.newVault();
  expect(await orders.polled(vault)).toEqual([]);
  for (let order = 0; order < 3; order += 1)
    await orders.create(vault, { autoExecute: false, sliceCount: 8 });
  for (let tick = 0; tick < 7; tick += 1) await stack.advance(5 * MINUTE);
  // All three are tried, the first of them fails at its second try as well.
  await flow.venueControl("uniswap", "fail", { times: 4, status: 503 });
  await stack.advance(5 * MINUTE);
  // 24 attempts were made: the last 20 are left, oldest first.
  const events = await orders.polled(vault);
  expect(events).toHaveLength(20);
  const times = events.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const event of events) {
    expect(event).toEqual({
      type: "twap",
      timestamp: expect.any(Number),
      success: expect.any(Boolean),
      twapOrderId: expect.any(Number),
      summary: expect.stringMatching(/^[^\n]+$/),
    });
  }
  expect(events.filter(({ success }) => !success)).toHaveLength(1);
  // The full record behind it has the spec's eight fields, its chain, and where it failed what a
  // stranger is told by (`code`).
  const failed = (await orders.events(vault)).find(({ success }) => !success);
  expect(Object.keys(failed).toSorted()).toEqual(
    [
      "orderId",
      "timestamp",
      "sliceNumber",
      "totalSlices",
      "sellAmount",
      "buyAmount",
      "success",
      "error",
      "code",
      "chainId",
    ].toSorted(),
  );
  const last = times.at(-1)!;
  expect(await orders.polled(vault, last)).toEqual([]);
  expect((await orders.polled(vault, last - 1)).length).toBe(3);
  expect((await orders.polled(vault, 0)).length).toBe(20);
  for (const since of ["-1", "abc", "1e400", "99999999999999999999"]) {
    const refused = await stack.call(
      "GET",
      `/api/strategy-events?vault=${vault.address}&since=${since}`,
    );
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  }
  await orders.cancelAll(vault);
  // Two had traded their eight slices; of the third, which missed one, the cancellation is an event
  // too, the newest.
  const [late, cancelled] = (await orders.polled(vault)).slice(-2);
  expect([late.change, cancelled.change]).toEqual([undefined, "order_cancelled"]);
  // 24 hours after the first three of those 20 only the later ones are left, after another hour
  // none.
  const age = (hours: number, sinceMs: number) =>
    Math.ceil((sinceMs + hours * 60 * MINUTE - stack.stack.nowMs()) / 1000) * 1000;
  await stack.advance(age(24, times[10]!) + 1000);
  const left = await orders.polled(vault);
  expect(left.length).toBeGreaterThan(0);
  expect(left.every(({ timestamp }) => timestamp > times[10]!)).toBe(true);
  await stack.advance(age(24, cancelled.timestamp) + 1000);
  expect(await orders.polled(vault)).toEqual([]);
});

const routerAbi = parseAbi([
  "error ExecutionFailed(uint256 commandIndex, bytes message)",
  "error Error(string reason)",
]);

test("behavior: an event's error is one visible line, 400 characters at most", async () => {
  const { stack, orders } = flow;
  const vault = await flow.readyVault();
  await orders.create(vault);
  // A hostile node: errors that carry errors, with long numbers, around a text that no log should
  // show.
  const reason = `\u0000line\r\nbreak \u202e\u200bhttps://node.example/v2/secret-key ${"x".repeat(500)}`;
  let hostile: Hex = encodeErrorResult({ abi: routerAbi, errorName: "Error", args: [reason] });
  for (let depth = 0; depth < 3; depth += 1) {
    const args = [10n ** 64n - 1n, hostile] as const;
    hostile = encodeErrorResult({ abi: routerAbi, errorName: "ExecutionFailed", args });
  }
  stack.proxies.rpc.before(async ({ body }) => {
    if (!body.includes("eth_estimateGas")) return;
    const calls = JSON.parse(body) as { id: number; method: string }[];
    const forged = calls.map(({ id }) => ({
      jsonrpc: "2.0",
      id,
      error: { code: 3, message: "execution reverted", data: hostile },
    }));
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(forged),
    };
  });
  await stack.advance(5 * MINUTE);
  const [event] = await orders.events(vault);
  expect(event.success).toBe(false);
  expect(event.error).toHaveLength(400);
  expect(event.error).toContain("https://node.example");
  expect(event.error).not.toContain("secret");
  expect(event.error).toMatch(/^[\P{C}]*$/u);
  const [polled] = await orders.polled(vault);
  expect(polled.summary).toMatch(/^[\P{C}]*$/u);
  expect((await orders.list(vault))[0].lastError).toBe(event.error);
  const [notice] = await stack.outbox(vault);
  expect(notice.error).toBe(event.error);
});
