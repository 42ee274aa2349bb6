import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatUnits, parseUnits } from "../../../src/lib/parse-units.ts";

const MAX_UINT256 = 2n ** 256n - 1n;
const refused = (text: string, decimals = 18) => {
  const verdict = parseUnits(text, decimals);
  return verdict.ok ? verdict.value : verdict.code;
};

describe("parseUnits", () => {
  it.each([
    ["0", 18, 0n],
    ["1", 0, 1n],
    ["1.5", 6, 1_500_000n],
    ["0.000001", 6, 1n],
    ["0.100000", 6, 100_000n],
    ["123456789.123456789123456789", 18, 123_456_789_123_456_789_123_456_789n],
    [MAX_UINT256.toString(), 0, MAX_UINT256],
  ])("reads %s with %i decimals", (text, decimals, base) => {
    expect(parseUnits(text, decimals)).toEqual({ ok: true, value: base });
  });

  it.each([
    "",
    " ",
    "1 ",
    " 1",
    "-1",
    "+1",
    "1e3",
    "1E3",
    "1,000",
    "1_000",
    ".5",
    "5.",
    "01",
    "00",
    "1.2.3",
    "NaN",
    "Infinity",
    "0x10",
    "١",
    "1\n",
    "½",
    "1'000",
  ])("error: refuses %j", (text) => {
    expect(refused(text)).toBe("invalid_request");
  });

  it("error: refuses more fractional digits than the token has, at the boundary", () => {
    expect(refused("1.123456", 6)).toBe(1_123_456n);
    expect(refused("1.1234567", 6)).toBe("invalid_request");
    expect(refused("1.1000000", 6)).toBe("invalid_request");
    expect(refused("1.0", 0)).toBe("invalid_request");
  });

  it("error: refuses more than 78 digits and more than a uint256, at the boundary", () => {
    expect(refused("1".repeat(78), 0)).toBe(BigInt("1".repeat(78)));
    expect(refused("1".repeat(79), 0)).toBe("invalid_request");
    expect(refused(`${"1".repeat(60)}.${"1".repeat(18)}`, 18)).toBe(BigInt("1".repeat(78)));
    expect(refused(`${"1".repeat(60)}.${"1".repeat(19)}`, 36)).toBe("invalid_request");
    expect(refused((MAX_UINT256 + 1n).toString(), 0)).toBe("invalid_request");
    expect(refused("9".repeat(1_000_000), 0)).toBe("invalid_request");
  });

  it("behavior: formatting and parsing are each other's inverse", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 50n }),
        fc.integer({ min: 0, max: 36 }),
        (base, decimals) => {
          expect(parseUnits(formatUnits(base, decimals), decimals)).toEqual({
            ok: true,
            value: base,
          });
        },
      ),
    );
  });

  it("behavior: never throws and never accepts what is not plain digits", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 36 }), (text, decimals) => {
        if (parseUnits(text, decimals).ok) expect(text).toMatch(/^[0-9]+(\.[0-9]+)?$/);
      }),
    );
  });
});
