import fc from "fast-check";
import { expect, test } from "vitest";
import { sumDecimals } from "../../../src/lib/parse-units.ts";

test.each([
  [[], "0"],
  [["1"], "1"],
  [["0.1", "0.2"], "0.3"],
  [["0.000000000000000001", "999999999999999999.9"], "999999999999999999.900000000000000001"],
  [["10", "0.5", "0.50"], "11"],
])("default: %j is %s", (amounts, sum) => {
  expect(sumDecimals(amounts)).toBe(sum);
});

test.each(["", "-1", "1e3", "1.", ".5", "0x1", "1,000"])(
  "error: %j is no amount, and no sum has it",
  (amount) => {
    expect(sumDecimals(["1", amount])).toBeUndefined();
  },
);

test("property: exact, and the order does not matter", () => {
  const amount = fc.record({
    base: fc.bigInt(0n, 10n ** 30n),
    decimals: fc.integer({ min: 0, max: 18 }),
  });
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 20 }), (parts) => {
      const text = ({ base, decimals }: { base: bigint; decimals: number }) => {
        const digits = base.toString().padStart(decimals + 1, "0");
        return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
      };
      const texts = parts.map(text);
      const sum = sumDecimals(texts) ?? "";
      const [whole = "", fraction = ""] = sum.split(".");
      const in18 = parts.reduce(
        (total, { base, decimals }) => total + base * 10n ** BigInt(18 - decimals),
        0n,
      );
      expect(BigInt(whole + fraction.padEnd(18, "0"))).toBe(in18);
      expect(sumDecimals(texts.toReversed())).toBe(sum);
    }),
  );
});
