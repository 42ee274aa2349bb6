import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptablePrice, gmxScale } from "../../../src/gmx/gmx-scale.ts";
import { keeperFee } from "../../../src/gmx/keeper-fee.ts";
import { claimableCollateral } from "../../../src/gmx/read-claims.ts";

const USD = 10n ** 30n;
const decimals = fc.integer({ min: 0, max: 24 });
const given = (verdict: ReturnType<typeof gmxScale.parseUsd>): bigint => {
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict.value;
};

describe("gmxScale", () => {
  test("default: the prices of GMX's own tokens, written and read", () => {
    // 2,500 dollars for ETH (18), 60,000 for BTC (8), a dollar for USDC (6), 20 cents for DOGE (8):
    // facts, "Scales".
    expect(gmxScale.parsePrice("2500", 18, "p")).toEqual({ ok: true, value: 2_500n * 10n ** 12n });
    expect(gmxScale.parsePrice("60000.5", 8, "p")).toEqual({
      ok: true,
      value: 600_005n * 10n ** 21n,
    });
    expect(gmxScale.parsePrice("1", 6, "p")).toEqual({ ok: true, value: 10n ** 24n });
    expect(gmxScale.priceText(2n * 10n ** 21n, 8)).toBe("0.2");
    expect(gmxScale.parseUsd("1000.5", "s")).toEqual({ ok: true, value: 10_005n * 10n ** 29n });
    expect(gmxScale.usdText(1_234_567n * 10n ** 26n)).toBe("123.45");
    expect(gmxScale.usdText(-5n * 10n ** 29n)).toBe("-0.5");
    expect(gmxScale.usdText(12n * 10n ** 26n)).toBe("0.0012");
  });

  test("error: more decimals than the scale has, signs, exponents; the field is named", () => {
    for (const text of ["1e3", "-1", "1,000", "", "1.0000000000001"])
      expect(gmxScale.parsePrice(text, 18, "triggerPrice")).toMatchObject({
        ok: false,
        code: "invalid_request",
        message: expect.stringMatching(/^triggerPrice: /),
      });
  });

  test("default: a price is written and read alike at any scale; a token at it is dollars", () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 36n });
    fc.assert(
      fc.property(prices, decimals, (price, of) => {
        expect(given(gmxScale.parsePrice(gmxScale.priceText(price, of), of, "p"))).toBe(price);
        expect(gmxScale.usdOf(10n ** BigInt(of), price)).toBe(price * 10n ** BigInt(of));
      }),
    );
  });

  test("default: a whole dollar price of a whole token is so many dollars, any decimals", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), decimals, (dollars, of) => {
        const price = given(gmxScale.parsePrice(dollars.toString(), of, "p"));
        expect(gmxScale.usdOf(10n ** BigInt(of), price)).toBe(dollars * USD);
      }),
    );
  });

  test("default: what dollars buy is never worth more, and less by no more than one unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.bigInt({ min: 1n, max: 10n ** 34n }),
        (usd, price) => {
          const back = gmxScale.usdOf(gmxScale.baseOf(usd, price), price);
          expect(back <= usd && usd - back < price).toBe(true);
        },
      ),
    );
    expect(gmxScale.baseOf(USD, 0n)).toBe(0n);
  });
});

describe("acceptablePrice", () => {
  test("default: opening a long, closing a short pay at most, the other two get at least", () => {
    const bounds = { min: 1_000n, max: 2_000n };
    const of = (isLong: boolean, isIncrease: boolean) =>
      acceptablePrice(bounds, { isLong, isIncrease, slippageBps: 100 });
    expect([of(true, true), of(false, false), of(true, false), of(false, true)]).toEqual([
      2_020n,
      2_020n,
      990n,
      990n,
    ]);
  });
});

describe("keeperFee", () => {
  test("default: base, three prices and the order's own gas, as the adapter reckons it", () => {
    const gas = {
      base: 600_000n,
      perOraclePrice: 250_000n,
      multiplier: USD,
      increase: 3_000_000n,
      decrease: 2_000_000n,
    };
    expect(keeperFee.gas(gas, "increase")).toBe(4_350_000n);
    expect(keeperFee.gas({ ...gas, multiplier: USD / 2n }, "decrease")).toBe(2_350_000n);
  });
});

describe("claimableCollateral", () => {
  const withheld = {
    ...{ amountBase: 1_000n, claimedBase: 0n, factor: 0n, factorOfAccount: 0n, reduction: 0n },
    ...{ ageSec: 10n, delaySec: 100n },
  };
  test("default: what was granted less what was claimed or taken back; all after the delay", () => {
    expect(claimableCollateral(withheld)).toBe(0n);
    expect(claimableCollateral({ ...withheld, factor: USD / 2n, claimedBase: 200n })).toBe(300n);
    expect(claimableCollateral({ ...withheld, factor: USD / 4n, factorOfAccount: USD / 2n })).toBe(
      500n,
    );
    expect(claimableCollateral({ ...withheld, factor: USD / 2n, reduction: USD / 4n })).toBe(250n);
    expect(claimableCollateral({ ...withheld, reduction: USD })).toBe(0n);
    expect(claimableCollateral({ ...withheld, ageSec: 101n })).toBe(1_000n);
    expect(claimableCollateral({ ...withheld, factor: USD, claimedBase: 1_000n })).toBe(0n);
  });
});
