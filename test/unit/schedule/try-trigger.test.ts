import { expect, test } from "vitest";
import type { ClaimedOrder } from "../../../src/kinds/call-context.ts";
import { trySlice } from "../../../src/schedule/try-slice.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";
import { triggerOf } from "../triggers/trigger-fixture.ts";

/** Behind slow slices a look is as old as this before it is read again. */
const FRESH_MS = 30_000;

/**
 * A stop at 1,900 that was met when it was looked at, so long ago, and the oracle's price of now,
 * which the node gives after so long.
 */
async function turn(ageMs: number, oraclePrice: bigint, answersAfterMs = 0) {
  const bench = await executionBench();
  const { deps, vault, operator, tokens, scripts, requests } = bench;
  bench.answer("aggregate3", () => {
    bench.pass(answersAfterMs);
    return undefined;
  });
  bench.chain.change((state) => ({ ...state, oraclePrice }));
  const trigger = triggerOf({
    ...{ vaultAddress: vault, operatorAddress: operator, price: "1900" },
    ...{ sellTokenAddress: tokens.weth, buyTokenAddress: tokens.usdc },
    into: {
      sliceCount: 2,
      intervalMinutes: 5,
      sliceBase: "500000000000000000",
      sliceAmount: "0.5",
    },
    firing: { price: "1890", atMs: deps.clock.nowMs() - ageMs },
  });
  const met = { order: trigger, version: 1, context: {} } as ClaimedOrder & {
    order: typeof trigger;
  };
  const { status } = await trySlice(deps, met, 1, deps.clock.nowMs());
  return { status, scripts: scripts.map(({ name }) => name), asked: requests.length };
}

test("behavior: a look half a minute ago is good, the price is not asked for again", async () => {
  expect(await turn(FRESH_MS, 2_000_000_000n)).toMatchObject({
    scripts: ["become-order"],
    asked: 0,
  });
});

test("error: behind slow slices the look is old: no trade at a price met before", async () => {
  expect(await turn(FRESH_MS + 1, 2_000_000_000n)).toMatchObject({
    status: "idle",
    scripts: [],
    asked: 1,
  });
});

test("behavior: an old look whose price is met still is looked at anew, and fires", async () => {
  expect(await turn(FRESH_MS + 1, 1_880_000_000n)).toMatchObject({
    scripts: ["become-order"],
    asked: 1,
  });
});

test.each([
  [FRESH_MS, ["become-order"]],
  [FRESH_MS + 1, []],
])(
  "boundary: an answer that was under way for %s ms tells of a price that was",
  async (answersAfterMs, scripts) => {
    expect(await turn(FRESH_MS + 1, 1_880_000_000n, answersAfterMs)).toMatchObject({
      scripts,
      asked: 1,
    });
  },
);
