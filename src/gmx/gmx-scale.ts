import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";

/** gmx-synthetics, Precision.sol: FLOAT_PRECISION. */
const USD_DECIMALS = 30;

/**
 * Dollars have 30 decimals. A price is dollars for one base unit of its token, in 30 decimals: "2500" of a token with 18 decimals is written
 * with 12. So an amount in base units times its price is dollars, and dollars over a price are base units. (docs/facts/gmx.md, "Scales")
 */
export const gmxScale = {
  ONE: 10n ** 30n,
  /** @example gmxScale.parseUsd("1000.5") // 1000.5e30 */
  parseUsd: (text: string, field: string): Verdict<bigint> => named(parseUnits(text, USD_DECIMALS), field),
  /** @example gmxScale.parsePrice("2500", 18, "triggerPrice") // 2500e12 */
  parsePrice: (text: string, tokenDecimals: number, field: string): Verdict<bigint> =>
    named(parseUnits(text, USD_DECIMALS - tokenDecimals), field),
  /** To the cent, cut off toward zero; smaller ones with all that is needed to see them. */
  usdText: (usd: bigint): string => {
    const cents = (usd / 10n ** 28n) * 10n ** 28n;
    return formatUnits(cents === 0n ? (usd / 10n ** 22n) * 10n ** 22n : cents, USD_DECIMALS);
  },
  /** Dollars for a whole token, exactly. */
  priceText: (price: bigint, tokenDecimals: number): string => formatUnits(price, USD_DECIMALS - tokenDecimals),
  usdOf: (amountBase: bigint, price: bigint): bigint => amountBase * price,
  /** Cut off; 0 where there is no price. */
  baseOf: (usd: bigint, price: bigint): bigint => (price === 0n ? 0n : usd / price),
  /** A factor of 10^30 is all of it. */
  part: (amount: bigint, factor: bigint): bigint => (amount * factor) / gmxScale.ONE,
  /** `bps` of a price away from it: up for +, down for -. */
  shifted: (price: bigint, bps: number): bigint => (price * BigInt(10_000 + bps)) / 10_000n,
};

const named = (parsed: Verdict<bigint>, field: string): Verdict<bigint> =>
  parsed.ok ? parsed : refuse("invalid_request", `${field}: ${parsed.message}`, parsed.details);

type Bounds = { min: bigint; max: bigint };

/** A long is opened and a short closed at no more, the other two at no less. */
export const acceptablePrice = (
  { min, max }: Bounds,
  { isLong, isIncrease, slippageBps }: { isLong: boolean; isIncrease: boolean; slippageBps: number },
): bigint => (isLong === isIncrease ? gmxScale.shifted(max, slippageBps) : gmxScale.shifted(min, -slippageBps));
