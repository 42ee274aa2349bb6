import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPrice } from "../../../src/lib/parse-units.ts";

const ETH = 10n ** 18n;
const price = (inBase: bigint, inDecimals: number, outBase: bigint, outDecimals: number) =>
  formatPrice({ inBase, inDecimals, outBase, outDecimals });

describe("formatPrice", () => {
  it.each([
    ["1 ETH for 2499.913599 USDC", price(ETH, 18, 2_499_913_599n, 6), "2499.913599"],
    ["an even price keeps 8 digits", price(ETH, 18, 2_500_000_000n, 6), "2500.0000"],
    ["3 for 1", price(3n, 0, 1n, 0), "0.333333333333"],
    ["2 thirds round up", price(3n, 0, 2n, 0), "0.666666666667"],
    ["one to one", price(10n ** 6n, 6, 10n ** 18n, 18), "1.0000000"],
    ["tiny", price(10n ** 6n, 6, 400_013_824_618n, 18), "0.000000400013824618"],
    ["huge", price(1n, 18, 123_456_789_012_345n, 0), `123456789012345${"0".repeat(18)}`],
    ["rounding up carries into a new digit", price(10n ** 13n, 0, 10n ** 13n - 1n, 0), "1.0000000"],
    ["nothing out", price(1n, 0, 0n, 0), "0"],
    ["nothing in", price(0n, 0, 1n, 0), "0"],
  ])("%s", (_name, actual, expected) => {
    expect(actual).toBe(expected);
  });

  it("behavior: plain digits, at least 8 significant, within half a unit of the last digit", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 40n });
    const decimals = fc.integer({ min: 0, max: 36 });
    fc.assert(
      fc.property(
        amount,
        decimals,
        amount,
        decimals,
        (inBase, inDecimals, outBase, outDecimals) => {
          const text = price(inBase, inDecimals, outBase, outDecimals);
          expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/);
          const [whole = "", fraction = ""] = text.split(".");
          expect((whole + fraction).replace(/^0+/, "").length).toBeGreaterThanOrEqual(8);
          // |printed - exact| <= half of a unit of the twelfth digit, cross-multiplied: relative error below 1e-11.
          const printed = BigInt(whole + fraction) * inBase * 10n ** BigInt(outDecimals);
          const exact = outBase * 10n ** BigInt(inDecimals) * 10n ** BigInt(fraction.length);
          const error = printed > exact ? printed - exact : exact - printed;
          expect(error * 10n ** 11n <= exact).toBe(true);
        },
      ),
    );
  });
});
