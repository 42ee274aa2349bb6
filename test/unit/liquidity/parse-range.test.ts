import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { tickMath } from "../../../src/chain/tick-math.ts";
import { parseRange, poolPrice, tickAtSqrtRatio } from "../../../src/liquidity/parse-range.ts";

const Q96 = 1n << 96n;
/** ETH at 2500 USDC: currency0 the coin, with 18 decimals, currency1 USDC with 6. */
const ethUsdc = {
  sqrtPriceX96: 3_961_408_125_713_216_879_677_197n,
  decimals0: 18,
  decimals1: 6,
  tickSpacing: 10,
};
const named = (text: string, inverted = false) => parseRange(text, { ...ethUsdc, inverted });

describe("tickAtSqrtRatio", () => {
  // v4-core 1.0.2, TickMath.t.sol: the ends, and the tick of a ratio and of the one below it.
  it.each([
    [4_295_128_739n, -887_272],
    [1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n, 887_271],
    [Q96, 0],
    [Q96 - 1n, -1],
  ])("default: %d", (sqrtPriceX96, tick) => expect(tickAtSqrtRatio(sqrtPriceX96)).toBe(tick));

  it.each([4_295_128_738n, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n, 0n])(
    "error: %d is no price",
    (sqrtPriceX96) => expect(tickAtSqrtRatio(sqrtPriceX96)).toBeUndefined(),
  );

  it("behavior: every tick is the tick of its own ratio, and of all up to the next", () => {
    fc.assert(
      fc.property(fc.integer({ min: -887_272, max: 887_271 }), (tick) => {
        const [own = 0n, next = 0n] = [
          tickMath.sqrtRatioAtTick(tick),
          tickMath.sqrtRatioAtTick(tick + 1),
        ];
        expect([tickAtSqrtRatio(own), tickAtSqrtRatio(next - 1n)]).toEqual([tick, tick]);
      }),
    );
  });
});

describe("prices that people write", () => {
  it("default: 2500 USDC for one ETH, and the other way round", () => {
    expect(poolPrice.text(ethUsdc.sqrtPriceX96, ethUsdc)).toMatch(/^2(500\.0000|499\.99999)/);
    expect(poolPrice.text(ethUsdc.sqrtPriceX96, ethUsdc, true)).toMatch(/^0\.000(400000|39999999)/);
    const price = { numerator: 2_500n, denominator: 1n };
    expect(poolPrice.sqrtX96(price, ethUsdc)).toBe(3_961_408_125_713_216_879_677_197n);
    expect(poolPrice.sqrtX96({ numerator: 1n, denominator: 2_500n }, ethUsdc, true)).toBe(
      3_961_408_125_713_216_879_677_197n,
    );
  });
});

describe("parseRange", () => {
  // Ticks by hand: log(price x 10^-12) / log(1.0001), to the pool's next tick outward.
  test.each([
    ["full", { tickLower: -887_270, tickUpper: 887_270 }],
    ["FULL", { tickLower: -887_270, tickUpper: 887_270 }],
    ["ticks:-887270,887270", { tickLower: -887_270, tickUpper: 887_270 }],
    ["ticks:-200000,-196000", { tickLower: -200_000, tickUpper: -196_000 }],
    ["2000,3000", { tickLower: -200_320, tickUpper: -196_250 }],
    ["2000.5, 3000.25", { tickLower: -200_310, tickUpper: -196_250 }],
    ["+-10%", { tickLower: -199_140, tickUpper: -197_120 }],
    ["+/-10%", { tickLower: -199_140, tickUpper: -197_120 }],
    ["±10%", { tickLower: -199_140, tickUpper: -197_120 }],
  ])("default: %s", (text, range) => {
    const read = named(text);
    expect(read.ok && read.value).toEqual(range);
  });

  it("behavior: with the first token as currency1 the prices are those of the other side", () => {
    // 1/2000 and 1/3000 of an ETH for a USDC: the same range as 2000 to 3000.
    const read = named("0.00033333333333333333,0.0005", true);
    expect(read.ok && read.value).toEqual({ tickLower: -200_320, tickUpper: -196_250 });
    // 10% more and less of the inverted price: the pool's price over 1.1 and over 0.9.
    const around = named("+-10%", true);
    expect(around.ok && around.value).toEqual({ tickLower: -199_040, tickUpper: -197_020 });
  });

  test.each([
    ["", "give"],
    ["wide", "give"],
    ["1,2,3", "give"],
    ["-1,2", "give"],
    ["1e3,2e3", "give"],
    ["2000", "give"],
    ["+-100%", "give"],
    ["+-0%", "more than 0"],
    ["0,2000", "more than 0"],
    ["3000,2000", "the lower one first"],
    ["2000,2000", "the lower one first"],
    ["ticks:-200000,-200000", "the lower one first"],
    ["ticks:-196000,-200000", "the lower one first"],
    ["ticks:-200001,-196000", "multiples of 10"],
    ["ticks:-200000,-196001", "multiples of 10"],
    ["ticks:-887270,887280", "multiples of 10"],
    ["fullest", "give"],
    ["not full", "give"],
    ["2500.5,2500.25", "the lower one first"],
    ["2.5,2.25", "the lower one first"],
    ["ticks:-887280,0", "multiples of 10"],
    [`0.${"0".repeat(38)}1,0.${"0".repeat(38)}2`, "outside"],
  ])("error: %j", (text, words) => {
    const read = named(text);
    expect(read).toMatchObject({ ok: false, code: "invalid_request" });
    expect(!read.ok && read.message).toContain(words);
    expect(!read.ok && read.message).toContain("tickRange");
  });

  it("behavior: a tick's own price is that tick, and one a little above it the next", () => {
    const equal = {
      sqrtPriceX96: Q96,
      decimals0: 18,
      decimals1: 18,
      tickSpacing: 1,
      inverted: false,
    };
    expect(parseRange("0.5,1", equal)).toEqual({
      ok: true,
      value: { tickLower: -6_932, tickUpper: 0 },
    });
    expect(parseRange("1,1.00001", equal)).toEqual({
      ok: true,
      value: { tickLower: 0, tickUpper: 1 },
    });
    expect(parseRange("0.99999,1.00001", equal)).toEqual({
      ok: true,
      value: { tickLower: -1, tickUpper: 1 },
    });
  });

  it("behavior: prices beyond what a pool can have are its ends", () => {
    const high = {
      sqrtPriceX96: Q96,
      decimals0: 0,
      decimals1: 24,
      tickSpacing: 1,
      inverted: false,
    };
    // ln(10^24) / ln(1.0001) is 552648.05.
    expect(parseRange(`1,${"9".repeat(40)}`, high)).toEqual({
      ok: true,
      value: { tickLower: 552_648, tickUpper: 887_272 },
    });
    const low = { ...high, decimals0: 24, decimals1: 0 };
    expect(parseRange(`0.${"0".repeat(39)}1,1`, low)).toEqual({
      ok: true,
      value: { tickLower: -887_272, tickUpper: -552_648 },
    });
    expect(parseRange(`${"9".repeat(39)},${"9".repeat(40)}`, high)).toMatchObject({
      code: "invalid_request",
    });
  });

  it("error: the pool's own ticks are told where others were named", () => {
    expect(named("ticks:1,2")).toMatchObject({
      details: { tickSpacing: 10, minTick: -887_270, maxTick: 887_270 },
    });
  });

  it("behavior: in all decimals, spacings, orders, prices ticks match pool, range as named", () => {
    const decimals = fc.constantFrom(0, 6, 8, 18, 24);
    const sqrt = fc.bigInt({ min: 1n << 40n, max: 1n << 150n });
    const of = fc.record({
      sqrtPriceX96: sqrt,
      decimals0: decimals,
      decimals1: decimals,
      tickSpacing: fc.constantFrom(1, 10, 60, 200, 32_767),
      inverted: fc.boolean(),
    });
    fc.assert(
      fc.property(of, fc.integer({ min: 1, max: 9_999 }), (pool, bps) => {
        const read = parseRange(
          `+-${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}%`,
          pool,
        );
        if (!read.ok) throw new Error(read.message);
        const { tickLower, tickUpper } = read.value;
        const edge = Math.floor(887_272 / pool.tickSpacing) * pool.tickSpacing;
        expect(tickLower % pool.tickSpacing === 0 && tickUpper % pool.tickSpacing === 0).toBe(true);
        expect(tickLower < tickUpper && tickLower >= -edge && tickUpper <= edge).toBe(true);
        const [low = 0n, high = 0n] = [
          tickMath.sqrtRatioAtTick(tickLower),
          tickMath.sqrtRatioAtTick(tickUpper),
        ];
        // A pool whose price is beyond its last usable tick is in no range.
        if (low > pool.sqrtPriceX96) expect(tickLower).toBe(-edge);
        if (high < pool.sqrtPriceX96) expect(tickUpper).toBe(edge);
      }),
    );
  });
});
