import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";

/** gmx-synthetics, Precision.sol: FLOAT_PRECISION. */
const USD_DECIMALS = 30;

/**
 * USD have 30 decimals; a price is USD per base unit, so base units times price are USD
 * (docs/facts/gmx.md, "Scales").
 */
export const gmxScale = {
  ONE: 10n ** 30n,
  /** @example gmxScale.parseUsd("1000.5") // 1000.5e30 */
  parseUsd: (text: string, field: string): Verdict<bigint> =>
    named(parseUnits(text, USD_DECIMALS), field),
  /** @example gmxScale.parsePrice("2500", 18, "triggerPrice") // 2500e12 */
  parsePrice: (text: string, tokenDecimals: number, field: string): Verdict<bigint> =>
    named(parseUnits(text, USD_DECIMALS - tokenDecimals), field),
  /** Cents, cut toward zero; smaller amounts with more digits. */
  usdText: (usd: bigint): string => {
    const cents = (usd / 10n ** 28n) * 10n ** 28n;
    return formatUnits(cents === 0n ? (usd / 10n ** 22n) * 10n ** 22n : cents, USD_DECIMALS);
  },
  priceText: (price: bigint, tokenDecimals: number): string =>
    formatUnits(price, USD_DECIMALS - tokenDecimals),
  usdOf: (amountBase: bigint, price: bigint): bigint => amountBase * price,
  /** Cut off; 0 without a price. */
  baseOf: (usd: bigint, price: bigint): bigint => (price === 0n ? 0n : usd / price),
  part: (amount: bigint, factor: bigint): bigint => (amount * factor) / gmxScale.ONE,
  shifted: (price: bigint, bps: number): bigint => (price * BigInt(10_000 + bps)) / 10_000n,
};

const named = (parsed: Verdict<bigint>, field: string): Verdict<bigint> =>
  parsed.ok ? parsed : refuse("invalid_request", `${field}: ${parsed.message}`, parsed.details);

type Bounds = { min: bigint; max: bigint };

/** Opening a long or closing a short pays at most this; the others get at least this. */
export const acceptablePrice = (
  { min, max }: Bounds,
  {
    isLong,
    isIncrease,
    slippageBps,
  }: { isLong: boolean; isIncrease: boolean; slippageBps: number },
): bigint =>
  isLong === isIncrease ? gmxScale.shifted(max, slippageBps) : gmxScale.shifted(min, -slippageBps);
