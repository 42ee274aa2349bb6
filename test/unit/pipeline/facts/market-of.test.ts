import { expect, test } from "vitest";
import type { AttemptSwap } from "../../../../schemas/calls/attempt.ts";
import type { CallPlan, SwapPlan } from "../../../../src/kinds/plan.ts";
import { marketOf } from "../../../../src/pipeline/facts/market-of.ts";

const swap = { amountInBase: "2000", amountOutBase: "999" } as AttemptSwap;
const block = { number: 40_000_000n, timestampSec: 1_788_220_800, baseFeePerGas: 1n };
const planOf = (facts: Partial<SwapPlan["facts"]> = {}, mode: "exactIn" | "exactOut" = "exactIn") =>
  ({
    kind: "swap",
    quote: { request: { mode, amountBase: 2_000n }, amountInBase: 2_000n, amountOutBase: 999n },
    facts: { block, feedIn: true, feedOut: true, oracle: { ok: true, value: 1_000n }, ...facts },
    // Safe: no more of a plan is read here.
  }) as SwapPlan;
const coinWorth = { wei: "1000000000000000000", valueBase: "3000000000" };
const market = {
  coinWorth,
  ...{ oracleWindowSec: 300, quotedInBase: "2000", quotedOutBase: "999" },
  ...{ blockNumber: "40000000", blockTimeSec: 1_788_220_800 },
};

test("default: the requested amount with what the vault's oracle makes of it, either side", () => {
  expect(marketOf(planOf(), swap, 300, undefined, coinWorth)).toEqual({
    ...market,
    oracle: { inBase: "2000", outBase: "1000" },
  });
  expect(marketOf(planOf({}, "exactOut"), swap, null, undefined, coinWorth)).toEqual({
    ...{ ...market, oracleWindowSec: null },
    oracle: { inBase: "1000", outBase: "2000" },
  });
});

test.each<[string, Partial<SwapPlan["facts"]>]>([
  ["a feed of what is sold", { feedIn: false }],
  ["a feed of what is bought", { feedOut: false }],
  ["an answer of the oracle", { oracle: { ok: false, kind: "unavailable", message: "no answer" } }],
  ["a price above 0", { oracle: { ok: true, value: 0n } }],
  ["a price that is not negative", { oracle: { ok: true, value: -1n } }],
])("behavior: without %s the oracle said nothing", (_what, facts) => {
  expect(marketOf(planOf(facts), swap, 300, undefined, coinWorth)).toEqual({
    ...market,
    oracle: null,
  });
});

test("behavior: of 0x's exact output the amount's quote, as the oracle's, not all it uses", () => {
  const spent = { ...swap, amountInBase: "2020", amountOutBase: "1008" };
  expect(marketOf(planOf({}, "exactOut"), spent, 300, undefined, coinWorth)).toMatchObject({
    quotedInBase: "2000",
    quotedOutBase: "999",
  });
});

test("behavior: the vault's own wrapping is one to one", () => {
  const own = { kind: "call", facts: { block } } as CallPlan;
  expect(marketOf(own, swap, null, undefined, coinWorth).oracle).toEqual({
    inBase: "2000",
    outBase: "999",
  });
});
