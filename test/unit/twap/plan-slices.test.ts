import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planOfOrder } from "../../../src/twap/plan-of-order.ts";
import { planSlices, type SlicingInput } from "../../../src/twap/plan-slices.ts";
import { noDraw } from "./no-draw.ts";
import { orderFixture } from "./order-fixture.ts";

const plan = (fields: Partial<SlicingInput>) =>
  planSlices({ totalAmount: "50", intervalMinutes: 10, decimals: 6, ...fields });

function planned(fields: Partial<SlicingInput>) {
  const verdict = plan(fields);
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict.value;
}

const codeOf = (fields: Partial<SlicingInput>) => {
  const verdict = plan(fields);
  return verdict.ok ? "ok" : verdict.code;
};

describe("args: exactly one way of slicing (decision D36)", () => {
  test.each([
    {},
    { sliceAmount: "20", sliceCount: 3 },
    { sliceCount: 3, durationMinutes: 30 },
    { sliceAmount: "20", durationMinutes: 30 },
    { sliceAmount: "20", sliceCount: 3, durationMinutes: 30 },
  ])("error: %j", (fields) => {
    expect(codeOf(fields)).toBe("invalid_request");
  });

  test("the refusal names what was given", () => {
    expect(plan({ sliceAmount: "20", sliceCount: 3 })).toMatchObject({
      details: { given: ["sliceAmount", "sliceCount"] },
    });
  });
});

describe("sliceAmount", () => {
  test("behavior: slices round up and the last is smaller: 50 at 20 is 20 + 20 + 10", () => {
    expect(planned({ sliceAmount: "20" })).toEqual({
      totalBase: 50_000_000n,
      sliceBase: 20_000_000n,
      sliceCount: 3,
      lastSliceBase: 10_000_000n,
      totalAmount: "50",
      sliceAmount: "20",
    });
  });

  test("behavior: an exact division leaves a full last slice", () => {
    expect(planned({ sliceAmount: "25" })).toMatchObject({
      sliceCount: 2,
      lastSliceBase: 25_000_000n,
    });
  });

  test.each([
    ["49.999999", 2, 1n],
    ["50", 1, 50_000_000n],
    ["50.000001", 1, 50_000_000n],
  ])("boundary: slice %s of a total of 50", (sliceAmount, sliceCount, lastSliceBase) => {
    expect(planned({ sliceAmount })).toMatchObject({ sliceCount, lastSliceBase });
  });

  test("behavior: a slice above the total is one slice of the total, and says so", () => {
    expect(planned({ sliceAmount: "80" })).toMatchObject({
      sliceCount: 1,
      sliceBase: 50_000_000n,
      sliceAmount: "50",
    });
  });

  test.each([
    ["0.05", "ok"], // 1000 slices
    ["0.049999", "invalid_request"], // 1001
  ])("boundary: 1,000 slices, slice of %s", (sliceAmount, code) => {
    expect(codeOf({ sliceAmount })).toBe(code);
  });
});

describe("sliceCount", () => {
  test("behavior: floors the slices and leaves the remainder to the last", () => {
    expect(planned({ totalAmount: "100", sliceCount: 3 })).toMatchObject({
      sliceBase: 33_333_333n,
      lastSliceBase: 33_333_334n,
      sliceAmount: "33.333333",
    });
  });

  test.each([
    [1, "ok"],
    [0, "invalid_request"],
    [-1, "invalid_request"],
    [1.5, "invalid_request"],
    [1000, "ok"],
    [1001, "invalid_request"],
    [Number.NaN, "invalid_request"],
  ])("boundary: %s slices", (sliceCount, code) => {
    expect(codeOf({ sliceCount })).toBe(code);
  });

  test.each([
    ["0.000003", "ok"],
    ["0.000002", "invalid_request"],
  ])("boundary: a slice of 0, total %s in 3", (totalAmount, code) => {
    expect(codeOf({ totalAmount, sliceCount: 3 })).toBe(code);
  });
});

describe("durationMinutes", () => {
  test.each([
    [1, 1],
    [9, 1],
    [10, 1],
    [19, 1],
    [20, 2],
    [95, 9],
    [10_000, 1000],
    [10_009, 1000],
  ])("boundary: %s minutes at 10 is %s slices", (durationMinutes, sliceCount) => {
    expect(planned({ durationMinutes })).toMatchObject({ sliceCount });
  });

  test("error: 1,001 slices", () => {
    expect(codeOf({ durationMinutes: 10_010 })).toBe("invalid_request");
  });
});

describe("precision: whole units of min(6, decimals)", () => {
  test("behavior: a token of 18 decimals is cut at 6, in its own base units", () => {
    expect(planned({ totalAmount: "1", sliceCount: 3, decimals: 18 })).toMatchObject({
      totalBase: 10n ** 18n,
      sliceBase: 333_333n * 10n ** 12n,
      lastSliceBase: 333_334n * 10n ** 12n,
      sliceAmount: "0.333333",
    });
  });

  test("behavior: a token of 2 decimals is cut at 2", () => {
    expect(planned({ totalAmount: "10", sliceCount: 3, decimals: 2 })).toMatchObject({
      sliceBase: 333n,
      lastSliceBase: 334n,
    });
  });

  test("behavior: a token without decimals", () => {
    expect(planned({ totalAmount: "10", sliceCount: 3, decimals: 0 })).toMatchObject({
      sliceBase: 3n,
      lastSliceBase: 4n,
    });
  });

  test.each([
    ["1.123456", 18, "ok"],
    ["1.1234567", 18, "invalid_request"],
    ["1.12", 2, "ok"],
    ["1.123", 2, "invalid_request"],
    ["1", 0, "ok"],
    ["1.5", 0, "invalid_request"],
  ])("boundary: total %s at %s decimals", (totalAmount, decimals, code) => {
    expect(codeOf({ totalAmount, decimals, sliceCount: 1 })).toBe(code);
  });

  test.each(["0", "0.000000", "1,000", "-1", "1e3", "", " 1", "NaN", "Infinity", "0x10"])(
    "error: total %j",
    (totalAmount) => {
      expect(codeOf({ totalAmount, sliceCount: 1 })).toBe("invalid_request");
    },
  );

  test.each(["0", "1,000", "-1", "0.0000001"])("error: slice %j", (sliceAmount) => {
    expect(codeOf({ sliceAmount })).toBe("invalid_request");
  });

  test("boundary: a total that does not fit into a uint256", () => {
    // 2^256 - 1 = 115792089237316195423570985008687907853269984665640564039457.584007913129639935
    // at 18 decimals
    const whole = "115792089237316195423570985008687907853269984665640564039457";
    expect(codeOf({ totalAmount: `${whole}.584007`, decimals: 18, sliceCount: 1 })).toBe("ok");
    expect(codeOf({ totalAmount: `${whole}.584008`, decimals: 18, sliceCount: 1 })).toBe(
      "invalid_request",
    );
  });
});

test("boundary: a total of exactly the largest uint256", () => {
  const largest = (2n ** 256n - 1n).toString();
  expect(planned({ totalAmount: largest, decimals: 0, sliceCount: 1 })).toMatchObject({
    totalAmount: largest,
  });
});

describe("a refusal says what to change, with its numbers", () => {
  test.each<[Partial<SlicingInput>, string, object?]>([
    [{}, "Give exactly one of sliceAmount, sliceCount and durationMinutes.", { given: [] }],
    [
      { totalAmount: "1,000", sliceCount: 1 },
      "totalAmount must be a decimal number with at most 6 decimals.",
      { totalAmount: "1,000", maxDecimals: 6 },
    ],
    [
      { totalAmount: `${"9".repeat(100)}x`, sliceCount: 1, decimals: 2 },
      "totalAmount must be a decimal number with at most 2 decimals.",
      { totalAmount: "9".repeat(100), maxDecimals: 2 },
    ],
    [
      { sliceAmount: "0.0000001" },
      "sliceAmount must be a decimal number with at most 6 decimals.",
      { sliceAmount: "0.0000001", maxDecimals: 6 },
    ],
    [{ totalAmount: "0", sliceCount: 1 }, "totalAmount must be more than 0."],
    [{ sliceAmount: "0" }, "sliceAmount must be more than 0."],
    [
      { totalAmount: (10n ** 60n).toString(), decimals: 18, sliceCount: 1 },
      "The total is larger than any token amount.",
    ],
    [{ sliceCount: 1.5 }, "The number of slices must be a whole number, at least 1."],
    [
      { sliceCount: 1001 },
      "An order has at most 1000 slices, this one would have 1001.",
      { sliceCount: "1001", maxSlices: 1000 },
    ],
    [
      { totalAmount: "0.000002", sliceCount: 3 },
      "The total is too small for 3 slices: each would be 0 at 6 decimals.",
      { totalAmount: "0.000002", sliceCount: 3 },
    ],
  ])("error: %j", (fields, message, details) => {
    expect(plan(fields)).toEqual({
      ok: false,
      code: "invalid_request",
      message,
      ...(details !== undefined && { details }),
    });
  });
});

test("property: the slices sum to the total, exactly, and are whole units of the precision", () => {
  const amountAt = (precision: number) =>
    fc
      .tuple(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** BigInt(precision) - 1n))
      .map(([whole, part]) =>
        precision === 0 ? `${whole}` : `${whole}.${part.toString().padStart(precision, "0")}`,
      );
  const input = fc.integer({ min: 0, max: 24 }).chain((decimals) => {
    const amount = amountAt(Math.min(6, decimals));
    return fc.record({
      decimals: fc.constant(decimals),
      totalAmount: amount,
      intervalMinutes: fc.integer({ min: 5, max: 2000 }),
      way: fc.oneof(
        fc.record({ sliceAmount: amount }),
        fc.record({ sliceCount: fc.integer({ min: 1, max: 1000 }) }),
        fc.record({ durationMinutes: fc.integer({ min: 1, max: 1_000_000 }) }),
      ),
    });
  });
  fc.assert(
    fc.property(input, ({ way, ...rest }) => {
      const verdict = planSlices({ ...rest, ...way });
      fc.pre(verdict.ok);
      const { totalBase, sliceBase, sliceCount, lastSliceBase } = verdict.value;
      const order = orderFixture({
        totalBase: `${totalBase}`,
        sliceBase: `${sliceBase}`,
        sliceCount,
      });
      const slices = planOfOrder(order, noDraw).slices.map(({ amountBase }) => amountBase);
      expect(slices.reduce((sum, slice) => sum + slice, 0n)).toBe(totalBase);
      expect(slices.at(-1)).toBe(lastSliceBase);
      expect(sliceCount).toBeLessThanOrEqual(1000);
      const unit = 10n ** BigInt(Math.max(0, rest.decimals - 6));
      // One assertion for all slices: thousands of them took most of this suite's time.
      expect(slices.filter((slice) => slice <= 0n || slice % unit !== 0n)).toEqual([]);
      if ("sliceAmount" in way) expect(lastSliceBase <= sliceBase).toBe(true);
      else expect(lastSliceBase >= sliceBase).toBe(true);
    }),
    { numRuns: 300 },
  );
});
