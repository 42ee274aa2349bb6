import { allow, refuse, type Verdict } from "./verdict.ts";

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Enough digits for any uint256. */
const MAX_DIGITS = 78;

/**
 * Base units of a plain decimal: no sign, exponent, separator, space or bare point, and no more
 * fractional digits than `decimals`. Zero is allowed. Refuses with `invalid_request`.
 * @example parseUnits("1.5", 6) // 1500000n
 */
export function parseUnits(text: string, decimals: number): Verdict<bigint> {
  const [, whole, fraction = ""] = PLAIN_DECIMAL.exec(text.slice(0, MAX_DIGITS + 2)) ?? [];
  if (
    whole === undefined ||
    whole.length + fraction.length > MAX_DIGITS ||
    text.length > MAX_DIGITS + 1
  ) {
    return refuse(
      "invalid_request",
      'The amount must be a plain decimal number as a string, for example "1.5".',
    );
  }
  if (fraction.length > decimals) {
    return refuse(
      "invalid_request",
      `The amount has ${fraction.length} decimals, the token has ${decimals}.`,
      {
        decimals,
      },
    );
  }
  const base = BigInt(whole + fraction.padEnd(decimals, "0"));
  if (base > MAX_UINT256)
    return refuse("invalid_request", "The amount is larger than a token amount can be.");
  return allow(base);
}

/**
 * Exact, without trailing zeros.
 * @example formatUnits(1_500_000n, 6) // "1.5"
 */
export function formatUnits(base: bigint, decimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return `${sign}${digits.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Pools count in int256 (Uniswap v4-core, IPoolManager.sol: amountSpecified). */
const MAX_INT256 = (1n << 255n) - 1n;

/** An amount above 0 that pools can count. Refuses with invalid_request. */
export function tradeAmount(amountBase: bigint): Verdict<bigint> {
  return amountBase > 0n && amountBase <= MAX_INT256
    ? allow(amountBase)
    : refuse("invalid_request", "The amount must be more than 0 and fit a token amount.");
}

/** `parseUnits` of an amount above 0. Refuses with invalid_request. */
export function parseTradeAmount(text: string, decimals: number): Verdict<bigint> {
  const parsed = parseUnits(text, decimals);
  return parsed.ok ? tradeAmount(parsed.value) : parsed;
}

type PriceOf = { inBase: bigint; inDecimals: number; outBase: bigint; outDecimals: number };

/** At least 8 significant digits (decision D16), up to 12 where the ratio has them. */
const LEAST_DIGITS = 8;

const MOST_DIGITS = 12;

/**
 * Bought per sold token, rounded half up; "0" when either amount is zero.
 * @example formatPrice({ inBase: 10n ** 18n, inDecimals: 18, outBase: 2_499_913_599n, outDecimals:
 * 6 })
 * // "2499.913599"
 */
export function formatPrice({ inBase, inDecimals, outBase, outDecimals }: PriceOf): string {
  if (inBase <= 0n || outBase <= 0n) return "0";
  const numerator = outBase * 10n ** BigInt(inDecimals);
  const denominator = inBase * 10n ** BigInt(outDecimals);
  const decimals = Math.max(0, MOST_DIGITS - 1 - exponentOf(numerator, denominator));
  const scaled = (numerator * 10n ** BigInt(decimals) * 2n + denominator) / (denominator * 2n);
  return padTo(LEAST_DIGITS, formatUnits(scaled, decimals));
}

function exponentOf(n: bigint, d: bigint): number {
  const guess = n.toString().length - d.toString().length;
  const isBelow = guess >= 0 ? n < d * 10n ** BigInt(guess) : n * 10n ** BigInt(-guess) < d;
  return isBelow ? guess - 1 : guess;
}

function padTo(digits: number, text: string): string {
  const significant = text.replace(".", "").replace(/^0+/, "").length;
  if (significant >= digits) return text;
  return `${text}${text.includes(".") ? "" : "."}${"0".repeat(digits - significant)}`;
}

/** Wei of a decimal in gwei. Refuses with invalid_request. */
export const parseGwei = (gwei: string): Verdict<bigint> => parseUnits(gwei, 9);

const DECIMALS = 7;

/** @example percentOfPpb(4_200_001) // "0.4200001%" */
export function percentOfPpb(ppb: number | bigint): string {
  const digits = String(ppb).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -DECIMALS)}${fraction === "" ? "" : `.${fraction}`}%`;
}

const PLAIN = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

const FIGURES = 6;

/**
 * Six significant figures for people, rounded half up; whole parts are never rounded. Any other
 * text stays.
 * @example sixFigures("1234.567891") // "1234.57"
 * @example sixFigures("0.000123456789") // "0.000123457"
 * @example sixFigures("123456789.5") // "123456790"
 */
export function sixFigures(amount: string): string {
  const [, sign, whole, fraction = ""] = PLAIN.exec(amount) ?? [];
  if (sign === undefined || whole === undefined) return amount;
  const isBelowOne = /^0+$/.test(whole);
  const leading = isBelowOne ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = Math.max(
    0,
    isBelowOne ? leading + FIGURES : FIGURES - whole.replace(/^0+/, "").length,
  );
  if (fraction.length <= kept) return amount;
  const scaled =
    BigInt(whole + fraction.slice(0, kept)) + (fraction.charCodeAt(kept) >= 53 ? 1n : 0n);
  const digits = scaled.toString().padStart(kept + 1, "0");
  const tail = digits.slice(digits.length - kept).replace(/0+$/, "");
  return `${sign}${kept === 0 ? digits : digits.slice(0, digits.length - kept)}${kept === 0 || tail === "" ? "" : `.${tail}`}`;
}

/**
 * A decimal ("-12.5") times 10^decimals; finer digits are cut off towards zero. Undefined for
 * anything else.
 * @example scaledDecimal("1.5", 8) // 150000000n
 */
export function scaledDecimal(text: string, decimals: number): bigint | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,30})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scaled = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return sign === "-" ? -scaled : scaled;
}

/**
 * Exact sum; undefined where one is no plain decimal.
 * @example sumDecimals(["0.1", "2", "0.25"]) // "2.35"
 */
export function sumDecimals(amounts: readonly string[]): string | undefined {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  let sumBase = 0n;
  for (const amount of amounts) {
    const parsed = parseUnits(amount, decimals);
    if (!parsed.ok) return undefined;
    sumBase += parsed.value;
  }
  return formatUnits(sumBase, decimals);
}

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * Finer digits are cut off.
 * @example rescale(1_500_000n, 6, 18) // 1.5 of 18 decimals
 */
export const rescale = (base: bigint, fromDecimals: number, toDecimals: number): bigint =>
  fromDecimals > toDecimals
    ? base / 10n ** BigInt(fromDecimals - toDecimals)
    : base * 10n ** BigInt(toDecimals - fromDecimals);

export const PARTS_PER_BILLION = { whole: 1_000_000_000n, perBps: 100_000n } as const;

/** Every chain's coin has 18. */
export const COIN_DECIMALS = 18;

/** 100% in basis points. */
export const WHOLE_BPS = 10_000n;

/**
 * Whole part of the root of 0 or more, by Newton's method from above.
 * @example squareRoot(99n) // 9n
 */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/**
 * What `toString(36)` wrote, which BigInt does not read.
 * @throws Error for anything else
 */
export function fromBase36(text: string): bigint {
  const [, sign, digits = ""] = /^(-?)([0-9a-z]+)$/.exec(text) ?? [];
  if (digits === "") throw new Error("not a number of base 36");
  const value = [...digits].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  return sign === "-" ? -value : value;
}
