import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tickMath } from "../../../src/chain/tick-math.ts";

const ETH = 10n ** 18n;

describe("sqrtRatioAtTick", () => {
  // v4-core 1.0.2, TickMath.sol: MIN_SQRT_PRICE, MAX_SQRT_PRICE; tick 0 is 2^96; 250000 and 500000:
  // TickMath.t.sol.
  it.each([
    [0, 79_228_162_514_264_337_593_543_950_336n],
    [-887_272, 4_295_128_739n],
    [887_272, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n],
    [-887_271, 4_295_343_490n],
    [887_271, 1_461_373_636_630_004_318_706_518_188_784_493_106_690_254_656_249n],
    [50, 79_426_470_787_362_580_746_886_972_461n],
    [-50, 79_030_349_367_926_598_376_800_521_322n],
    [250_000, 21_246_587_762_933_397_357_449_903_968_194_344n],
    [-250_000, 295_440_463_448_801_648_376_846n],
    [500_000, 5_697_689_776_495_288_729_098_254_600_827_762_987_878n],
    [-738_203, 7_409_801_140_451n],
  ])("tick %i", (tick, ratio) => {
    expect(tickMath.sqrtRatioAtTick(tick)).toBe(ratio);
  });

  it.each([887_273, -887_273, 0.5, Number.NaN])("error: %d is no tick", (tick) => {
    expect(tickMath.sqrtRatioAtTick(tick)).toBeUndefined();
    expect(tickMath.amountAtTick(1n, tick)).toBeUndefined();
  });

  it("behavior: rises with the tick, and one tick is one basis point of price", () => {
    fc.assert(
      fc.property(fc.integer({ min: -400_000, max: 400_000 }), (tick) => {
        const [here, next] = [
          tickMath.sqrtRatioAtTick(tick) ?? 0n,
          tickMath.sqrtRatioAtTick(tick + 1) ?? 0n,
        ];
        const ratio = (next * next * 10n ** 12n) / (here * here);
        // 1.0001 up to the precision that the smaller of these ratios has.
        expect(Number(ratio)).toBeGreaterThan(1_000_099_900_000);
        expect(Number(ratio)).toBeLessThan(1_000_100_100_000);
      }),
    );
  });
});

describe("amountAtTick", () => {
  it("behavior: converts as the vault itself did (read.getTwap, read.convertTokenAmount)", () => {
    const usdc = -198_080;
    expect(tickMath.amountAtTick(ETH, usdc)).toBe(2_499_913_599n);
    expect(tickMath.amountAtTick(2_500_000_000n, -usdc)).toBe(1_000_034_561_546_695_465n);
    expect(tickMath.amountAtTick(0n, usdc)).toBe(0n);
  });
});
