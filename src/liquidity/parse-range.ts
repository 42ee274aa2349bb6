import type { RpcOutcome } from "../chain/rpc-call.ts";
import { tickMath } from "../chain/tick-math.ts";
import { squareRoot, WHOLE_BPS } from "../lib/integers.ts";
import { formatPrice } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { type PricedRange, tickRange } from "./position-amounts.ts";

export type TickRange = { tickLower: number; tickUpper: number };
/** `inverted`: prices are currency0 per currency1. */
type Pool = PairDecimals & { sqrtPriceX96: bigint; tickSpacing: number; inverted: boolean };

const AROUND = /^(?:\+-|\+\/-|±) ?(\d{1,2}(?:\.\d{1,2})?) ?%$/;
const TICKS = /^ticks: ?(-?\d{1,6}) ?, ?(-?\d{1,6})$/;
const DECIMAL = String.raw`(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?`;
const PRICES = new RegExp(`^(${DECIMAL}) ?, ?(${DECIMAL})$`);

/**
 * Ticks of "full", "1800,3200", "+-10%" or "ticks:-200000,-196000". Prices widen to the pool's next
 * ticks. Refuses with invalid_request.
 */
export function parseRange(text: string, pool: Pool): Verdict<TickRange> {
  if (/^full$/i.test(text)) return allow(tickRange.full(pool.tickSpacing));
  const [, lowTick, highTick] = TICKS.exec(text) ?? [];
  if (lowTick !== undefined && highTick !== undefined)
    return ownTicks(Number(lowTick), Number(highTick), pool);
  const [, percent] = AROUND.exec(text) ?? [];
  const [, low, high] = PRICES.exec(text) ?? [];
  if (percent !== undefined) return around(bpsOf(percent), pool);
  return low === undefined || high === undefined ? unreadable : between(low, high, pool);
}

function ownTicks(tickLower: number, tickUpper: number, { tickSpacing }: Pool): Verdict<TickRange> {
  const full = tickRange.full(tickSpacing);
  const isOwn = tickLower % tickSpacing === 0 && tickUpper % tickSpacing === 0;
  if (isOwn && tickLower < tickUpper && tickLower >= full.tickLower && tickUpper <= full.tickUpper)
    return allow({ tickLower, tickUpper });
  return refuse(
    "invalid_request",
    `tickRange: the ticks have to be multiples of ${tickSpacing} from ${full.tickLower} to ` +
      `${full.tickUpper}, the lower one first.`,
    { tickSpacing, minTick: full.tickLower, maxTick: full.tickUpper },
  );
}

function around(bps: bigint, pool: Pool): Verdict<TickRange> {
  if (bps === 0n)
    return refuse("invalid_request", "tickRange: the percentage has to be more than 0.");
  const square = pool.sqrtPriceX96 * pool.sqrtPriceX96;
  const [less, more] = [WHOLE_BPS - bps, WHOLE_BPS + bps];
  // 10% less inverted is 1/0.9 of the pool's price.
  return pool.inverted
    ? widened(
        squareRoot((square * WHOLE_BPS) / more),
        squareRoot((square * WHOLE_BPS) / less),
        pool,
      )
    : widened(
        squareRoot((square * less) / WHOLE_BPS),
        squareRoot((square * more) / WHOLE_BPS),
        pool,
      );
}

function between(low: string, high: string, pool: Pool): Verdict<TickRange> {
  const [from, to] = [fractionOf(low), fractionOf(high)];
  if (from.numerator === 0n || from.numerator * to.denominator >= to.numerator * from.denominator)
    return refuse(
      "invalid_request",
      "tickRange: the prices have to be more than 0, the lower one first.",
    );
  const [a, b] = [
    poolPrice.sqrtX96(from, pool, pool.inverted),
    poolPrice.sqrtX96(to, pool, pool.inverted),
  ];
  return pool.inverted ? widened(b, a, pool) : widened(a, b, pool);
}

function widened(sqrtLower: bigint, sqrtUpper: bigint, { tickSpacing }: Pool): Verdict<TickRange> {
  const full = tickRange.full(tickSpacing);
  const [below, above] = [floorTick(sqrtLower), ceilTick(sqrtUpper)];
  const tickLower = Math.max(full.tickLower, Math.floor(below / tickSpacing) * tickSpacing);
  const tickUpper = Math.min(full.tickUpper, Math.ceil(above / tickSpacing) * tickSpacing);
  if (tickLower < tickUpper) return allow({ tickLower, tickUpper });
  return refuse(
    "invalid_request",
    "tickRange: these prices are outside of what the pool can have. Choose others.",
  );
}

const isTooLow = (sqrtX96: bigint): boolean =>
  sqrtX96 < (tickMath.sqrtRatioAtTick(tickRange.min) ?? 0n);
const floorTick = (sqrtX96: bigint): number =>
  tickAtSqrtRatio(sqrtX96) ?? (isTooLow(sqrtX96) ? tickRange.min : tickRange.max);
const ceilTick = (sqrtX96: bigint): number => {
  const below = floorTick(sqrtX96);
  return tickMath.sqrtRatioAtTick(below) === sqrtX96 ? below : below + 1;
};

const bpsOf = (percent: string): bigint => {
  const [whole = "0", fraction = ""] = percent.split(".");
  return BigInt(whole + fraction.padEnd(2, "0"));
};

const fractionOf = (text: string): { numerator: bigint; denominator: bigint } => {
  const [whole = "0", fraction = ""] = text.split(".");
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
};

const unreadable: Refusal = refuse(
  "invalid_request",
  'tickRange: give "full", two prices of tokenA in tokenB ("1800,3200"), "+-10%" around the ' +
    "pool's price, or the pool's own ticks (\"ticks:-200000,-196000\").",
);

/** @throws Error for ticks out of range */
export function sqrtRange(sqrtPriceX96: bigint, { tickLower, tickUpper }: TickRange): PricedRange {
  const [sqrtLowerX96, sqrtUpperX96] = [
    tickMath.sqrtRatioAtTick(tickLower),
    tickMath.sqrtRatioAtTick(tickUpper),
  ];
  if (sqrtLowerX96 === undefined || sqrtUpperX96 === undefined)
    throw new Error("a range outside the ticks");
  return { sqrtPriceX96, sqrtLowerX96, sqrtUpperX96 };
}

type MeanTicks = { tick0: RpcOutcome<number>; tick1: RpcOutcome<number> };

/**
 * Square root of currency1 per currency0, Q64.96, as the vault values positions
 * (EApps._findCrossPrice). Undefined: unread or out of range.
 */
export const oracleSqrtRatio = ({ tick0, tick1 }: MeanTicks): bigint | undefined =>
  tick0.ok && tick1.ok ? tickMath.sqrtRatioAtTick(tick1.value - tick0.value) : undefined;

/** As TickMath.getTickAtSqrtPrice; undefined for an impossible price. */
export function tickAtSqrtRatio(sqrtPriceX96: bigint): number | undefined {
  let low: number = tickRange.min;
  let high: number = tickRange.max;
  if (sqrtPriceX96 < ratio(low) || sqrtPriceX96 >= ratio(high)) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (ratio(middle) <= sqrtPriceX96) low = middle;
    else high = middle;
  }
  return low;
}

// Safe: every tick between the ends has a ratio.
const ratio = (tick: number): bigint => tickMath.sqrtRatioAtTick(tick) as bigint;

const Q192 = 1n << 192n;

type PairDecimals = { decimals0: number; decimals1: number };

/** Q64.96 square roots (currency1 per currency0) and human prices. */
export const poolPrice = {
  /** Currency1 per currency0; `inverted`: currency0 per currency1. */
  text: (
    sqrtPriceX96: bigint,
    { decimals0, decimals1 }: PairDecimals,
    inverted = false,
  ): string => {
    const square = sqrtPriceX96 * sqrtPriceX96;
    const base = { inBase: Q192, inDecimals: decimals0, outBase: square, outDecimals: decimals1 };
    return formatPrice(
      inverted
        ? {
            inBase: base.outBase,
            inDecimals: decimals1,
            outBase: base.inBase,
            outDecimals: decimals0,
          }
        : base,
    );
  },
  /** Rounded down; both numbers are above 0. */
  sqrtX96(
    { numerator, denominator }: { numerator: bigint; denominator: bigint },
    { decimals0, decimals1 }: PairDecimals,
    inverted = false,
  ): bigint {
    const [over, under] = inverted ? [denominator, numerator] : [numerator, denominator];
    return squareRoot(
      (over * 10n ** BigInt(decimals1) * Q192) / (under * 10n ** BigInt(decimals0)),
    );
  },
};
