import { formatPrice, formatSize } from "@nktkas/hyperliquid/utils";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notionalBase, roundPrice, truncateSize } from "../../../src/hyperliquid/round-price.ts";
import { formatUnits, scaledDecimal } from "../../../src/lib/parse-units.ts";

const e8 = (text: string): bigint => {
  const value = scaledDecimal(text, 8);
  if (value === undefined) throw new Error(text);
  return value;
};
const rounded = (text: string, szDecimals: number, towards: "down" | "up") =>
  formatUnits(roundPrice(e8(text), { szDecimals, towards }), 8);

const price = fc.bigInt({ min: 1n, max: 10n ** 15n });
const lots = fc.integer({ min: 0, max: 5 });

describe("the venue's rules of price and size", () => {
  // The venue's own examples ("Tick and lot size"): valid ones stay, the others are rounded.
  test.each([
    ["1234.5", 1, "1234.5", "1234.5"],
    ["1234.56", 1, "1234.5", "1234.6"],
    ["0.001234", 0, "0.001234", "0.001234"],
    ["0.0012345", 0, "0.001234", "0.001235"],
    ["0.01234", 1, "0.01234", "0.01234"],
    ["0.012345", 1, "0.01234", "0.01235"],
    ["123456", 0, "123456", "123456"],
    ["12345.6", 0, "12345", "12346"],
    ["99999.5", 0, "99999", "100000"],
  ])("default: %s at %i size decimals", (text, szDecimals, below, above) => {
    expect([rounded(text, szDecimals, "down"), rounded(text, szDecimals, "up")]).toEqual([
      below,
      above,
    ]);
  });

  test("default: sizes are cut to lots", () => {
    expect(formatUnits(truncateSize(e8("1.0019"), 3), 8)).toBe("1.001");
    expect(formatUnits(truncateSize(e8("1.9"), 0), 8)).toBe("1");
  });

  test("behavior: rounded down as the kept SDK rounds, at any price and lot", () => {
    fc.assert(
      fc.property(price, lots, (priceE8, szDecimals) => {
        const below = roundPrice(priceE8, { szDecimals, towards: "down" });
        const theirs = () => formatPrice(formatUnits(priceE8, 8), szDecimals);
        // Above 99,999 the SDK cuts a fraction to five figures, where any whole number is allowed
        // and closer.
        if (priceE8 >= 10n ** 13n) expect(below).toBe(priceE8 - (priceE8 % 10n ** 8n));
        else if (below === 0n) expect(theirs).toThrow("too small");
        else expect(formatUnits(below, 8)).toBe(theirs());
      }),
    );
  });

  test("behavior: never past what was asked for, and what is valid stays", () => {
    fc.assert(
      fc.property(price, lots, (priceE8, szDecimals) => {
        const below = roundPrice(priceE8, { szDecimals, towards: "down" });
        const above = roundPrice(priceE8, { szDecimals, towards: "up" });
        expect(below <= priceE8 && priceE8 <= above).toBe(true);
        for (const one of [below, above])
          for (const towards of ["down", "up"] as const)
            expect(roundPrice(one, { szDecimals, towards })).toBe(one);
      }),
    );
  });

  test("behavior: sizes as the kept SDK cuts them", () => {
    fc.assert(
      fc.property(price, lots, (sizeE8, szDecimals) => {
        const cut = truncateSize(sizeE8, szDecimals);
        if (cut === 0n)
          expect(() => formatSize(formatUnits(sizeE8, 8), szDecimals)).toThrow("too small");
        else expect(formatUnits(cut, 8)).toBe(formatSize(formatUnits(sizeE8, 8), szDecimals));
      }),
    );
  });

  test("behavior: a text and its number are the same in both directions", () => {
    const value = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(fc.property(value, (scaled) => scaledDecimal(formatUnits(scaled, 8), 8) === scaled));
    const read = ["1e5", "", "-.5", "0.000000019"].map((text) => scaledDecimal(text, 8));
    expect(read).toEqual([undefined, undefined, undefined, 1n]);
  });

  test("default: price times size in USDC", () => {
    expect(notionalBase(e8("60000"), e8("0.5"))).toBe(30_000_000_000n);
  });
});
