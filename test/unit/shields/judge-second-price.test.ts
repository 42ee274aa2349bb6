import { describe, expect, test } from "vitest";
import { judgeSecondPrice, type PairPrices } from "../../../src/shields/judge-second-price.ts";

/*
 * Two tokens of 6 decimals, so that a price in base units is the price: 4 at the pool and the
 * oracle, as sqrt 2 in Q64.96.
 */
const token0 = { address: `0x${"a1".repeat(20)}`, symbol: "AAA", decimals: 6 } as const;
const token1 = { address: `0x${"b2".repeat(20)}`, symbol: "BBB", decimals: 6 } as const;
const AT_FOUR = 2n << 96n;
const judge = (changes: Partial<PairPrices>, toleranceBps = 500) =>
  judgeSecondPrice(
    {
      ...{ token0, token1, poolSqrtX96: AT_FOUR, oracleSqrtX96: AT_FOUR },
      ...{ sold: { inBase: 1_000n, outBase: 4_000n }, bought: { inBase: 4_000n, outBase: 1_000n } },
      ...changes,
    },
    toleranceBps,
  );
const codeOf = (changes: Partial<PairPrices>, toleranceBps?: number) => {
  const verdict = judge(changes, toleranceBps);
  return verdict.ok ? "ok" : verdict.code;
};

test("default: four prices that agree, as people read them", () => {
  expect(judge({})).toEqual({
    ok: true,
    value: {
      ...{
        poolPrice: "4.0000000",
        oraclePrice: "4.0000000",
        soldPrice: "4.0000000",
        boughtPrice: "4.0000000",
      },
      ...{ deltaBps: 0, toleranceBps: 500 },
    },
  });
});

describe("the tolerance holds from the lowest to the highest, exactly", () => {
  test.each<[string, Partial<PairPrices>, string]>([
    // 4 to 4.2 is 5%; one millionth more is not.
    ["sold at 4.2", { sold: { inBase: 10_000_000n, outBase: 42_000_000n } }, "ok"],
    [
      "sold a unit above it",
      { sold: { inBase: 10_000_000n, outBase: 42_000_001n } },
      "second_price_differs",
    ],
    ["bought at 4.2", { bought: { inBase: 42_000_000n, outBase: 10_000_000n } }, "ok"],
    [
      "bought a unit above it",
      { bought: { inBase: 42_000_001n, outBase: 10_000_000n } },
      "second_price_differs",
    ],
    // 4 is 5% above 80/21.
    ["sold at 80/21", { sold: { inBase: 21_000_000n, outBase: 80_000_000n } }, "ok"],
    [
      "sold a unit below it",
      { sold: { inBase: 21_000_000n, outBase: 79_999_999n } },
      "second_price_differs",
    ],
    // Each within 5% of the pool, and 6.1% from one another.
    [
      "bid and offer on both sides of the pool",
      { sold: { inBase: 1_000n, outBase: 3_880n }, bought: { inBase: 4_117n, outBase: 1_000n } },
      "second_price_differs",
    ],
    [
      "the pool 6% off the three others",
      { poolSqrtX96: (AT_FOUR * 10_300n) / 10_000n },
      "second_price_differs",
    ],
    [
      "the oracle 6% off the three others",
      { oracleSqrtX96: (AT_FOUR * 9_700n) / 10_000n },
      "second_price_differs",
    ],
  ])("behavior: %s", (_, changes, code) => expect(codeOf(changes)).toBe(code));

  test("behavior: it is the operator's", () => {
    const bid = { sold: { inBase: 100n, outBase: 440n } };
    expect([codeOf(bid, 999), codeOf(bid, 1_000)]).toEqual(["second_price_differs", "ok"]);
  });
});

test("error: one moved pool makes a bid and no offer, and is refused with all four", () => {
  const verdict = judge({
    sold: { inBase: 1_000n, outBase: 5_520n },
    bought: { inBase: 3_980n, outBase: 1_000n },
  });
  expect(verdict).toEqual({
    ok: false,
    code: "second_price_differs",
    message:
      "The prices of AAA in BBB are 38.69% apart (pool 4.0000000, oracle 4.0000000, sold at " +
      "a venue 5.5200000, bought there 3.9800000); at most 5% is accepted. One of them may " +
      "have been moved, so nothing was added. Wait until they agree, add less, or choose " +
      "another pool.",
    details: {
      ...{
        poolPrice: "4.0000000",
        oraclePrice: "4.0000000",
        soldPrice: "5.5200000",
        boughtPrice: "3.9800000",
      },
      ...{ deltaBps: 3_869, toleranceBps: 500 },
    },
  });
});

test.each<[string, Partial<PairPrices>]>([
  ["nobody buys", { sold: null }],
  ["nobody sells", { bought: null }],
  ["nobody does either", { sold: null, bought: null }],
  ["the bid is worth nothing", { sold: { inBase: 1n, outBase: 0n } }],
  ["the offer gives nothing", { bought: { inBase: 1n, outBase: 0n } }],
  ["the oracle has no usable price", { oracleSqrtX96: 0n }],
  ["the pool has none", { poolSqrtX96: 0n }],
])("error: %s", (_, changes) => {
  expect(judge(changes)).toMatchObject({
    ok: false,
    code: "second_price_differs",
    details: { deltaBps: null },
  });
});
