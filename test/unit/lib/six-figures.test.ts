import fc from "fast-check";
import { expect, test } from "vitest";
import { sixFigures } from "../../../src/lib/parse-units.ts";

test.each([
  ["0", "0"],
  ["1", "1"],
  ["1234.567891", "1234.57"],
  ["1234.5", "1234.5"],
  ["999999.5", "1000000"],
  ["99999.95", "100000"],
  ["99999.94", "99999.9"],
  ["123456789.5", "123456790"],
  ["123456789.49", "123456789"],
  ["0.000123456789", "0.000123457"],
  ["0.9999999", "1"],
  ["0.00000999999999", "0.00001"],
  ["-3.14159265", "-3.14159"],
  ["2500.000000", "2500"],
  ["1.2e3", "1.2e3"],
  ["cannot be measured", "cannot be measured"],
])("boundary: %s is read as %s", (amount, shown) => {
  expect(sixFigures(amount)).toBe(shown);
});

test("property: it is off by at most half the sixth figure; the whole part is never cut", () => {
  const amounts = fc.tuple(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 18n - 1n));
  fc.assert(
    fc.property(amounts, ([whole, fraction]) => {
      const exact = whole * 10n ** 18n + fraction;
      const [w = "0", f = ""] = sixFigures(
        `${whole}.${fraction.toString().padStart(18, "0")}`,
      ).split(".");
      const read = BigInt(w) * 10n ** 18n + BigInt(f.padEnd(18, "0"));
      const off = read > exact ? read - exact : exact - read;
      expect(off * 200_000n <= exact && off * 2n <= 10n ** 18n).toBe(true);
    }),
  );
});
