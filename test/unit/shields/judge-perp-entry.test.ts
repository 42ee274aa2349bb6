import fc from "fast-check";
import { expect, test } from "vitest";
import { PERP_LIMITS, type PerpLimits } from "../../../schemas/perp-limits.ts";
import { judgePerpEntry, type PerpEntry } from "../../../src/shields/judge-perp-entry.ts";

const LIMITS = Object.fromEntries(
  Object.entries(PERP_LIMITS).map(([name, limit]) => [name, limit.default]),
) as PerpLimits;

/**
 * A vault of 100,000 opens a long of 50,000 with 10,000: leverage 5, 10% as collateral, all exactly
 * at the limits.
 */
const AT_LIMITS: PerpEntry = {
  nav: 100_000n,
  addedCollateral: 10_000n,
  position: { size: 50_000n, collateral: 10_000n, isLong: true },
  totalNotional: 200_000n,
  acceptablePrice: 10_200n,
  markPrice: 10_000n,
  liquidationPrice: 9_500n,
  priceAgeSec: 60,
};

test("behavior: what equals its limit passes, and the figures are in the answer", () => {
  expect(judgePerpEntry(LIMITS, AT_LIMITS)).toEqual({
    ok: true,
    value: {
      leverageHundredths: "500",
      collateralBps: "1000",
      notionalBps: "20000",
      liquidationDistanceBps: "500",
      priceDeviationBps: "200",
      priceAgeSec: 60,
    },
  });
});

test.each<[string, Partial<PerpEntry>, object]>([
  [
    "one more of size",
    { position: { size: 50_001n, collateral: 10_000n, isLong: true } },
    { limit: "maxLeverage", value: "501", allowed: 5 },
  ],
  [
    "one more of collateral",
    { addedCollateral: 10_001n },
    { limit: "maxCollateralBps", value: "1001", allowed: 1_000 },
  ],
  [
    "one more in all",
    { totalNotional: 200_001n },
    { limit: "maxNotionalBps", value: "20001", allowed: 20_000 },
  ],
  [
    "liquidated a little nearer",
    { liquidationPrice: 9_501n },
    { limit: "minLiquidationDistanceBps", value: "499", allowed: 500 },
  ],
  [
    "liquidated at once",
    { liquidationPrice: 10_001n },
    { limit: "minLiquidationDistanceBps", value: "-1", allowed: 500 },
  ],
])("error: %s is refused by its limit", (_what, change, details) => {
  expect(judgePerpEntry(LIMITS, { ...AT_LIMITS, ...change })).toMatchObject({
    ok: false,
    code: "perp_limit_exceeded",
    details,
  });
});

test.each<[string, Partial<PerpEntry>, string]>([
  ["a second too old", { priceAgeSec: 61 }, "perp_price_stale"],
  ["from the future", { priceAgeSec: -61 }, "perp_price_stale"],
  ["of no time at all", { priceAgeSec: Number.NaN }, "perp_price_stale"],
  ["a price too bad for a long", { acceptablePrice: 10_201n }, "perp_price_off"],
  ["a vault without value", { nav: 0n }, "nav_shield_blocked"],
  ["no mark", { markPrice: 0n }, "nav_shield_blocked"],
  ["no collateral", { position: { size: 1n, collateral: 0n, isLong: true } }, "nav_shield_blocked"],
])("error: %s", (_what, change, code) => {
  expect(judgePerpEntry(LIMITS, { ...AT_LIMITS, ...change })).toMatchObject({ ok: false, code });
});

test("behavior: a short mirrors the long; a price better than the mark is no deviation", () => {
  const short = {
    position: { ...AT_LIMITS.position, isLong: false },
    acceptablePrice: 9_800n,
    liquidationPrice: 10_500n,
  };
  expect(judgePerpEntry(LIMITS, { ...AT_LIMITS, ...short }).ok).toBe(true);
  expect(judgePerpEntry(LIMITS, { ...AT_LIMITS, ...short, acceptablePrice: 9_799n })).toMatchObject(
    {
      code: "perp_price_off",
    },
  );
  expect(
    judgePerpEntry(LIMITS, { ...AT_LIMITS, ...short, liquidationPrice: 10_499n }),
  ).toMatchObject({
    code: "perp_limit_exceeded",
  });
  expect(judgePerpEntry(LIMITS, { ...AT_LIMITS, ...short, acceptablePrice: 20_000n }).ok).toBe(
    true,
  );
  expect(
    judgePerpEntry(LIMITS, { ...AT_LIMITS, acceptablePrice: 1n, liquidationPrice: null }),
  ).toMatchObject({
    value: { priceDeviationBps: "0", liquidationDistanceBps: null },
  });
});

test("property: what passes is within every limit, computed with fractions of its own", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 40n });
  fc.assert(
    fc.property(
      fc.record({
        nav: amount,
        addedCollateral: amount,
        size: amount,
        collateral: amount,
        totalNotional: amount,
        acceptable: amount,
        mark: amount,
        liquidation: amount,
        isLong: fc.boolean(),
      }),
      fc.bigInt({ min: 1n, max: 1_000n }),
      (drawn, near) => {
        // Half of the draws stand near their limits, where a wrong rounding would show.
        const entry: PerpEntry = {
          nav: drawn.nav,
          addedCollateral: drawn.nav / 10n + near - 500n,
          position: {
            size: drawn.collateral * 5n + near - 500n,
            collateral: drawn.collateral,
            isLong: drawn.isLong,
          },
          totalNotional: drawn.nav * 2n + near - 500n,
          acceptablePrice: drawn.isLong
            ? (drawn.mark * 102n) / 100n + near - 500n
            : (drawn.mark * 98n) / 100n - near + 500n,
          markPrice: drawn.mark,
          liquidationPrice: drawn.isLong
            ? (drawn.mark * 95n) / 100n + near - 500n
            : (drawn.mark * 105n) / 100n - near + 500n,
          priceAgeSec: 0,
        };
        const worse = drawn.isLong
          ? entry.acceptablePrice - drawn.mark
          : drawn.mark - entry.acceptablePrice;
        const room = drawn.isLong
          ? drawn.mark - entry.liquidationPrice!
          : entry.liquidationPrice! - drawn.mark;
        const isWithin =
          entry.position.size <= 5n * drawn.collateral &&
          entry.addedCollateral * 10n <= drawn.nav &&
          entry.totalNotional <= 2n * drawn.nav &&
          worse * 100n <= 2n * drawn.mark &&
          room * 100n >= 5n * drawn.mark;
        expect(judgePerpEntry(LIMITS, entry).ok).toBe(isWithin);
      },
    ),
    { numRuns: 2_000 },
  );
});
