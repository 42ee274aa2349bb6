import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatUnits } from "../../../src/lib/parse-units.ts";

describe("formatUnits", () => {
  it.each([
    [0n, 18, "0"],
    [1n, 18, "0.000000000000000001"],
    [1_500_000n, 6, "1.5"],
    [1_000_000n, 6, "1"],
    [100n, 0, "100"],
    [-1_500_000n, 6, "-1.5"],
    [10n ** 30n, 18, "1000000000000"],
  ])("prints %d with %i decimals as %s", (base, decimals, text) => {
    expect(formatUnits(base, decimals)).toBe(text);
  });

  it("behavior: no exponent, no trailing zero, no bare point", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 60n }),
        fc.integer({ min: 0, max: 36 }),
        (base, decimals) => {
          expect(formatUnits(base, decimals)).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
        },
      ),
    );
  });
});
