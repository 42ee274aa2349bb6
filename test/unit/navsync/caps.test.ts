import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cappedAmount, leftOfDay, unitsOf } from "../../../src/navsync/decide-sync.ts";
import { MINUTE, syncFixture, T0 } from "./sync-fixture.ts";

const DAY = 24 * 60 * MINUTE;
const USDC = 1_000_000n;
const wanted = (wantedBase: bigint, heldBase = 10n ** 30n, decimals = 6) => ({
  wantedBase,
  heldBase,
  decimals,
  nowMs: T0,
});

describe("leftOfDay", () => {
  test("default: what was sent within 24 hours counts, whenever a day began", () => {
    const sentInDay = [
      { atMs: T0, amount: "1000" },
      { atMs: T0 + 60 * MINUTE, amount: "0.5" },
    ];
    const sync = syncFixture({ sentInDay });
    expect(leftOfDay(sync, T0 + 61 * MINUTE)).toBe(unitsOf("3999.5"));
    expect(leftOfDay(sync, T0 + DAY - 1)).toBe(unitsOf("3999.5"));
    expect(leftOfDay(sync, T0 + DAY)).toBe(unitsOf("4999.5"));
    expect(leftOfDay(sync, T0 + DAY + 60 * MINUTE)).toBe(unitsOf("5000"));
  });

  test("boundary: never below nothing", () => {
    expect(leftOfDay(syncFixture({ sentInDay: [{ atMs: T0, amount: "5000.000001" }] }), T0)).toBe(
      0n,
    );
  });
});

describe("cappedAmount", () => {
  test.each([
    ["what is wanted", wanted(12_345_678n), "12.345678"],
    ["the cap of a run", wanted(2_000n * USDC), "1000"],
    ["what the vault holds", wanted(900n * USDC, 7n), "0.000007"],
    ["nothing held", wanted(900n * USDC, 0n), "0"],
    ["18 decimals, as on BNB Chain", wanted(10n ** 24n, 10n ** 30n, 18), "1000"],
    ["8 decimals", wanted(10n ** 20n, 10n ** 30n, 8), "1000"],
  ])("default: the least: %s", (_, given, amount) => {
    expect(cappedAmount(syncFixture(), given)).toBe(amount);
  });

  test("behavior: what is left of the day, rounded down to that chain's token decimals", () => {
    const sentInDay = [{ atMs: T0, amount: "4999.4999999999" }];
    expect(cappedAmount(syncFixture({ sentInDay }), wanted(900n * USDC))).toBe("0.5");
    expect(cappedAmount(syncFixture({ sentInDay }), wanted(10n ** 24n, 10n ** 30n, 18))).toBe(
      "0.5000000001",
    );
  });

  test("property: one day's runs never send over the cap together, in any decimals", () => {
    const run = fc.record({
      wantedBase: fc.bigInt({ min: 0n, max: 10n ** 24n }),
      decimals: fc.constantFrom(6, 8, 18),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 30 }), (runs) => {
        const sentInDay: { atMs: number; amount: string }[] = [];
        for (const { wantedBase, decimals } of runs) {
          const sync = syncFixture(sentInDay.length === 0 ? {} : { sentInDay: [...sentInDay] });
          const amount = cappedAmount(sync, wanted(wantedBase, 10n ** 30n, decimals));
          expect(unitsOf(amount) <= unitsOf("1000")).toBe(true);
          sentInDay.push({ atMs: T0, amount });
        }
        expect(
          sentInDay.reduce((sum, { amount }) => sum + unitsOf(amount), 0n) <= unitsOf("5000"),
        ).toBe(true);
      }),
    );
  });
});
