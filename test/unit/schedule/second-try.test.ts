import { expect, test } from "vitest";
import { twapOrder } from "../../../schemas/orders/twap-order.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { newOrders } from "../../support/new-orders.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";
import { orderOf } from "../store/support/records.ts";

const MINUTE = 60_000;
const UNAVAILABLE = refuse(
  "venue_unavailable",
  "Uniswap did not answer. Please try again in a moment.",
);

/**
 * One order of 2,000 USDC a slice, with a venue that answers as it is told, one quote after
 * another, and well after that.
 */
async function setUp({
  autoExecute = true,
  answers = [] as ("ok" | "unavailable" | "no route")[],
} = {}) {
  const bench = await executionBench();
  const { vault, operator, keys, tokens } = bench;
  let quotes = 0;
  let used = 0;
  const deps = {
    ...bench.deps,
    caches: createIsolate().caches,
    env: { addressOverrides: {} },
    channels: [],
    publisher: undefined,
    subrequests: () => used,
  } as unknown as Deps;
  bench.venues.uniswap = {
    ...bench.venues.uniswap!,
    quote: async () => {
      const answer = answers[quotes] ?? "ok";
      quotes += 1;
      if (answer === "unavailable") return UNAVAILABLE;
      return answer === "ok" ? { ok: true, value: bench.quote() } : refuse("no_route", "No route.");
    },
  };
  const created = await createOrder.run(deps.redis, keys, {
    requestId: "create",
    nowMs: deps.clock.nowMs(),
    ...newOrders.twap(
      orderOf(vault, operator, {
        createdAt: bench.startMs,
        dex: "uniswap",
        autoExecute,
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
  bench.command(
    "MSET",
    keys.channels(operator),
    "telegram",
    keys.pairing("telegram", operator),
    "{}",
  );
  bench.pass(1);
  let ticks = 0;
  return {
    bench,
    deps,
    quotes: () => quotes,
    use: (count: number) => {
      used = count;
    },
    order: () =>
      twapOrder.parse(
        JSON.parse(String(bench.command("HGET", keys.order(vault, created.id), "json"))),
      ),
    told: () =>
      (bench.command("LRANGE", keys.outboxOf("telegram", operator), "0", "-1") as string[]).map(
        (id) => id.split(":").at(-1),
      ),
    events: () =>
      (bench.command("LRANGE", keys.events(vault), "0", "-1") as string[]).map((text) =>
        JSON.parse(text),
      ),
    tick: async () => {
      bench.requests.length = 0;
      ticks += 1;
      const summary = await runTick(deps, { jti: `tick ${ticks}` });
      bench.pass(5 * MINUTE);
      return summary;
    },
  };
}

test.each([true, false])(
  "behavior: a slice that its venue did not answer is tried once more in the same tick, and counts as what that brought (autoExecute %s)",
  async (autoExecute) => {
    const { bench, tick, order, quotes, told, events } = await setUp({
      autoExecute,
      answers: ["unavailable"],
    });
    expect(await tick()).toMatchObject({ slices: 1, executed: 1, failed: 0, skipped: 0 });
    expect(order()).toMatchObject({
      slicesExecuted: 1,
      consecutiveFailures: 0,
      attemptsOfSlice: 0,
    });
    expect([quotes(), events().map(({ success }) => success)]).toEqual([2, [true]]);
    expect(told()).not.toContain("slice_failed");
    expect(bench.sent).toHaveLength(autoExecute ? 1 : 0);
  },
);

test("behavior: two failed tries are one failed slice, told once; next tick anew", async () => {
  const { tick, order, quotes, told, events } = await setUp({
    answers: ["unavailable", "unavailable"],
  });
  expect(await tick()).toMatchObject({ slices: 1, executed: 0, failed: 1 });
  expect(order()).toMatchObject({ slicesExecuted: 0, consecutiveFailures: 1, status: "active" });
  expect([quotes(), events().length, told()]).toEqual([2, 1, ["slice_failed"]]);
  expect(await tick()).toMatchObject({ slices: 1, executed: 1 });
  expect(order()).toMatchObject({ slicesExecuted: 1, consecutiveFailures: 0 });
});

test("behavior: a node that is silent at first is asked again, too", async () => {
  const { bench, tick, order } = await setUp();
  let looks = 0;
  bench.answer("owner", () => {
    looks += 1;
    return looks === 1 ? "silent" : undefined;
  });
  expect(await tick()).toMatchObject({ slices: 1, executed: 1, failed: 0 });
  expect(order()).toMatchObject({ slicesExecuted: 1, consecutiveFailures: 0 });
});

test("behavior: what a venue says of the slice is no outage: nothing is tried again", async () => {
  const { tick, order, quotes } = await setUp({ answers: ["no route"] });
  expect(await tick()).toMatchObject({ failed: 1 });
  expect([quotes(), order().consecutiveFailures]).toEqual([1, 1]);
});

test("behavior: once an intent is written nothing is tried again, whatever failed", async () => {
  const { bench, tick, order, quotes } = await setUp();
  // The last look comes after the build's estimate, beside the intent.
  bench.answer("owner", () => (bench.names().includes("eth_estimateGas") ? "silent" : undefined));
  expect(await tick()).toMatchObject({ slices: 1, failed: 1 });
  expect([quotes(), bench.sent, order().consecutiveFailures]).toEqual([1, [], 1]);
});

test("behavior: a second try taking the slice's word ends as nothing once cancelled", async () => {
  const { bench, deps, tick, order, quotes } = await setUp({ answers: ["unavailable"] });
  const sleep = deps.sleep;
  deps.sleep = async (ms) => {
    const text = JSON.stringify({ ...order(), active: false, status: "cancelled" });
    bench.command("HSET", bench.keys.order(bench.vault, order().id), "json", text);
    bench.command("HDEL", bench.keys.order(bench.vault, order().id), "lease");
    await sleep(ms);
  };
  expect(await tick()).toMatchObject({ slices: 1, executed: 0, failed: 0, skipped: 1 });
  expect([quotes(), bench.sent, order().status]).toEqual([2, [], "cancelled"]);
});

test("behavior: without subrequests left for a second try, the first is what counts", async () => {
  const { bench, deps, tick, order, quotes, use } = await setUp({ answers: ["unavailable"] });
  const sleep = deps.sleep;
  deps.sleep = async (ms) => {
    // Of the 700 that a tick may use before its answer ten are left: enough to write the end down,
    // not for a slice.
    use(690);
    await sleep(ms);
  };
  expect(await tick()).toMatchObject({ slices: 1, failed: 1 });
  expect([quotes(), order().consecutiveFailures, bench.sent]).toEqual([1, 1, []]);
});
