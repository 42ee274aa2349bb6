import { expect, test } from "vitest";
import { twapOrder } from "../../schemas/twap-order.ts";
import { createIsolate } from "../../src/create-isolate.ts";
import type { Deps } from "../../src/deps.ts";
import { endSlice } from "../../src/schedule/end-slice.ts";
import { trySlice } from "../../src/schedule/try-slice.ts";
import { prepareAttempt } from "../../src/store/attempts/prepare-attempt.ts";
import { claimDue } from "../../src/store/orders/claim-due.ts";
import { createOrder } from "../../src/store/orders/create-order.ts";
import { listOrdersText } from "../../src/twap/list-orders-text.ts";
import { newOrders } from "../support/new-orders.ts";
import { callAttempt } from "../unit/pipeline/support/call-attempt.ts";
import { type Bench, executionBench } from "../unit/pipeline/support/execution-bench.ts";
import { orderOf } from "../unit/store/support/records.ts";

const MINUTE = 60_000;
const LEASE_MS = 120_000;

/** One tick's part for the only order: its claim and its slice. */
async function tick(bench: Bench, deps: Deps) {
  const nowMs = deps.clock.nowMs();
  const claim = await claimDue.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    limit: 10,
    leaseMs: LEASE_MS,
    chainIds: [8453],
  });
  if (claim.duplicate) throw new Error("a claim without a delivery is none twice");
  const [claimed] = claim.orders;
  if (claimed === undefined) throw new Error("the order is not due");
  const run = await trySlice(deps, claimed, claim.token, nowMs);
  const end = await endSlice(deps, { claimed, run, leaseToken: claim.token, tickMs: nowMs });
  bench.requests.length = 0;
  return end;
}

// Where a node keeps no state 64 blocks back (decision D33) an open attempt whose nonce is used
// stays open, and every slice of its vault was skipped for ever: not counted, not told.
test("behavior: slices awaiting the wallet: order says so, tells once after an hour", async () => {
  const bench = await executionBench();
  const { vault, operator, keys, tokens } = bench;
  const deps: Deps = {
    ...bench.deps,
    caches: createIsolate().caches,
    env: { addressOverrides: {} } as Deps["env"],
  };
  bench.venues.uniswap = {
    ...bench.venues.uniswap!,
    quote: async () => ({ ok: true, value: bench.quote() }),
  };
  const call = () => ({ requestId: deps.newId(), nowMs: deps.clock.nowMs() });
  const created = await createOrder.run(deps.redis, keys, {
    ...call(),
    ...newOrders.twap(
      orderOf(vault, operator, {
        createdAt: bench.startMs,
        dex: "uniswap",
        sellTokenAddress: tokens.usdc,
        buyTokenAddress: tokens.weth,
        totalBase: "10000000000",
        sliceBase: "2000000000",
        totalAmount: "10000",
        sliceAmount: "2000",
      }),
    ),
  });
  if (!created.ok) throw new Error(created.code);
  await prepareAttempt.run(deps.redis, keys, {
    ...call(),
    attempt: callAttempt(bench, { id: "call:R-0" }),
    chainNonce: 0,
    nextCheckMs: bench.startMs + 24 * 60 * MINUTE,
  });
  // The nonce of that attempt is used, and no node has a receipt of it.
  bench.answer("eth_getTransactionCount", { result: "0x1" });

  const order = () =>
    twapOrder.parse(
      JSON.parse(String(bench.command("HGET", keys.order(vault, created.id), "json"))),
    );
  const told = () => bench.command("LRANGE", keys.outboxOf("telegram", operator), "0", "-1");
  bench.pass(1);
  const since = deps.clock.nowMs();
  expect(await tick(bench, deps)).toBe("skipped");
  expect(order()).toMatchObject({ status: "active", consecutiveFailures: 0, slicesExecuted: 0 });
  expect(order().waiting).toEqual({ reason: "lane_unclear", sinceMs: since });
  expect(listOrdersText([order()])).toContain(
    "Waiting since 2026-09-01 00:00 UTC: an earlier nonce of the agent wallet",
  );
  expect([bench.sent, told()]).toEqual([[], []]);

  const ends: [number, unknown][] = [];
  for (let minutes = 5; minutes <= 70; minutes += 5) {
    bench.pass(5 * MINUTE);
    expect(await tick(bench, deps)).toBe("skipped");
    ends.push([minutes, told()]);
  }
  const id = `twap:${vault}:${created.id}:1:${since}:order_waiting`;
  expect(
    ends
      .filter(([, messages]) => JSON.stringify(messages) === JSON.stringify([id]))
      .map(([at]) => at),
  ).toEqual([60, 65, 70]);
  expect(bench.scripts.filter(({ name }) => name === "record-waiting")).toHaveLength(2);

  // The chain says at last that nothing of it was used: the slice goes out, and nothing waits.
  bench.answer("eth_getTransactionCount", undefined);
  bench.pass(5 * MINUTE);
  expect(await tick(bench, deps)).not.toBe("skipped");
  expect(order().waiting).toBeUndefined();
  expect(bench.sent).toHaveLength(1);
});
