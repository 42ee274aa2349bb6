import type { PerpLimits } from "../../schemas/perp-limits.ts";
import type { PerpEntryFigures } from "../kinds/execution-outcome.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/**
 * The state once the order is executed. Money has one scale, prices another; all read from chain
 * and venue.
 */
export type PerpEntry = {
  nav: bigint;
  addedCollateral: bigint;
  position: { size: bigint; collateral: bigint; isLong: boolean };
  /** All positions here, with this order and waiting ones. */
  totalNotional: bigint;
  acceptablePrice: bigint;
  markPrice: bigint;
  /** null: cannot be liquidated (collateral covers its size). */
  liquidationPrice: bigint | null;
  priceAgeSec: number;
};

const BPS = 10_000n;

/**
 * Decision D51. Rounds against the order; equal passes. Refuses with perp_price_stale,
 * perp_price_off, perp_limit_exceeded (naming the limit), or nav_shield_blocked for a vault without
 * value.
 */
export function judgePerpEntry(limits: PerpLimits, entry: PerpEntry): Verdict<PerpEntryFigures> {
  const { nav, position, markPrice, acceptablePrice, liquidationPrice, priceAgeSec } = entry;
  // NaN is no age: only a comparison that holds lets it through.
  if (!(Math.abs(priceAgeSec) <= limits.maxPriceAgeSec))
    return refuse(
      "perp_price_stale",
      `The venue's price is ${priceAgeSec} s old, more than the ${limits.maxPriceAgeSec} s ` +
        "that are accepted. Nothing was built; try again.",
      { priceAgeSec, maxPriceAgeSec: limits.maxPriceAgeSec },
    );
  if (nav <= 0n || markPrice <= 0n || position.collateral <= 0n)
    return refuse(
      "nav_shield_blocked",
      "Without a value of the vault, a price and collateral nothing bounds this order.",
      {
        measured: false,
      },
    );
  const worse = position.isLong ? acceptablePrice - markPrice : markPrice - acceptablePrice;
  const priceDeviationBps = worse <= 0n ? 0n : ceilDiv(worse * BPS, markPrice);
  if (priceDeviationBps > BigInt(limits.maxPriceDeviationBps))
    return refuse(
      "perp_price_off",
      `The order would accept a price ${percent(priceDeviationBps)} worse than the venue's ` +
        `mark; at most ${percent(BigInt(limits.maxPriceDeviationBps))} is allowed.`,
      {
        priceDeviationBps: String(priceDeviationBps),
        maxPriceDeviationBps: limits.maxPriceDeviationBps,
      },
    );
  const leverageHundredths = ceilDiv(position.size * 100n, position.collateral);
  if (leverageHundredths > BigInt(limits.maxLeverage) * 100n)
    return over(
      "maxLeverage",
      limits,
      `${leverage(leverageHundredths)} leverage`,
      `${limits.maxLeverage}x`,
      leverageHundredths,
    );
  const collateralBps = ceilDiv(entry.addedCollateral * BPS, nav);
  if (collateralBps > BigInt(limits.maxCollateralBps))
    return over(
      "maxCollateralBps",
      limits,
      `${percent(collateralBps)} of the vault's value as collateral`,
      percent(BigInt(limits.maxCollateralBps)),
      collateralBps,
    );
  const notionalBps = ceilDiv(entry.totalNotional * BPS, nav);
  if (notionalBps > BigInt(limits.maxNotionalBps))
    return over(
      "maxNotionalBps",
      limits,
      `positions of ${percent(notionalBps)} of the vault's value at this venue`,
      percent(BigInt(limits.maxNotionalBps)),
      notionalBps,
    );
  const distanceBps =
    liquidationPrice === null ? null : distanceOf(liquidationPrice, markPrice, position.isLong);
  if (distanceBps !== null && distanceBps < BigInt(limits.minLiquidationDistanceBps))
    return refuse(
      "perp_limit_exceeded",
      `The position would be liquidated ${percent(distanceBps < 0n ? 0n : distanceBps)} from ` +
        `the mark; at least ${percent(BigInt(limits.minLiquidationDistanceBps))} is demanded. ` +
        "Add collateral or order less.",
      {
        limit: "minLiquidationDistanceBps",
        value: String(distanceBps),
        allowed: limits.minLiquidationDistanceBps,
      },
    );
  return allow({
    leverageHundredths: String(leverageHundredths),
    collateralBps: String(collateralBps),
    notionalBps: String(notionalBps),
    liquidationDistanceBps: distanceBps === null ? null : String(distanceBps),
    priceDeviationBps: String(priceDeviationBps),
    priceAgeSec,
  });
}

function distanceOf(liquidationPrice: bigint, markPrice: bigint, isLong: boolean): bigint {
  const room = isLong ? markPrice - liquidationPrice : liquidationPrice - markPrice;
  return room < 0n ? -1n : (room * BPS) / markPrice;
}

type Ratio = "maxLeverage" | "maxCollateralBps" | "maxNotionalBps";

const over = (limit: Ratio, limits: PerpLimits, what: string, most: string, value: bigint) =>
  refuse(
    "perp_limit_exceeded",
    `This order would mean ${what}; at most ${most} is allowed. Order less, or loosen the ` +
      "limit with a signature made for it.",
    {
      limit,
      value: String(value),
      allowed: limits[limit],
    },
  );

const ceilDiv = (a: bigint, b: bigint) => (a + b - 1n) / b;
const percent = (bps: bigint) => `${bps / 100n}.${String(bps % 100n).padStart(2, "0")}%`;
const leverage = (hundredths: bigint) =>
  `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}x`;
