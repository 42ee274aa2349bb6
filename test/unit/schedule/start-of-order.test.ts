import { expect, test } from "vitest";
import type { Deps } from "../../../src/deps.ts";
import type { ClaimedOrder } from "../../../src/kinds/call-context.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { trySlice } from "../../../src/schedule/try-slice.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { Redis } from "../../../src/store/kernel/redis-port.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { dryRunBench } from "../calls/support/dry-run-bench.ts";
import { orderFixture, T0 } from "../twap/order-fixture.ts";

const START = T0 + 3_600_000;
/**
 * Its first slice was skipped, then it was paused and resumed: the record that had it traded an
 * hour early.
 */
const order = orderFixture({
  startAt: START,
  anchorMs: START,
  pointIndex: 1,
  skippedSlices: [1],
  skippedBase: "20000000",
});
const redis: Redis = {
  run: () => {
    throw new Error("the store is asked for nothing");
  },
};

test.each([true, false])(
  "behavior: no slice of an order is tried before its start (autoExecute %s)",
  async (autoExecute) => {
    const deps = storeDeps({ redis, keys: createKeys("sx:"), nowMs: () => START - 1 });
    const claimed = {
      order: { ...order, autoExecute },
      version: 1,
      context: {},
    } as ClaimedOrder & {
      order: typeof order;
    };
    expect(await trySlice(deps, claimed, 1, T0 + 1)).toEqual({ status: "not_started" });
  },
);

test("attack: created for later, skipped, paused, resumed: no trade before start", async () => {
  const { bench, deps, write } = await dryRunBench();
  const startAt = deps.clock.nowMs() + 3_600_000;
  const call = async (name: string, args: Record<string, unknown>) => {
    const ended = await write({ name, args, executionMode: "delegated" }, deps.newId());
    if (!ended.ok) throw new Error(ended.message);
    return ended.result.data as { orderId?: number; orders?: { slicesExecuted: number }[] };
  };
  const { orderId: id } = await call("create_twap_order", {
    ...{ side: "sell", sellToken: "USDC", buyToken: "WETH", totalAmount: "100", dex: "uniswap" },
    ...{ sliceCount: 4, intervalMinutes: 5, autoExecute: true, startAt },
  });
  for (const name of ["skip_twap_slice", "pause_twap_order", "resume_twap_order"])
    await call(name, { id });
  const scheduled = {
    ...deps,
    messenger: undefined,
    publisher: undefined,
    subrequests: () => 0,
  } as unknown as Deps;
  const tick = async () => {
    await runTick(scheduled, {});
    return bench.sent.length;
  };
  bench.pass(1_000);
  expect(await tick()).toBe(0);
  bench.pass(startAt - 1 - deps.clock.nowMs());
  expect(await tick()).toBe(0);
  bench.pass(2);
  expect(await tick()).toBe(1);
});
