import type { SecondPrice } from "../kinds/execution-outcome.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { formatPrice } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Exchange = { inBase: bigint; outBase: bigint };

type Currency = { symbol: string; decimals: number };

/** Pool and oracle: square roots in Q64.96 of currency1 for one currency0. */
export type PairPrices = {
  token0: Currency;
  token1: Currency;
  poolSqrtX96: bigint;
  oracleSqrtX96: bigint;
  /** A venue's quote of the call's value, currency0 for currency1; null: none trades it. */
  sold: Exchange | null;
  /** The other way. */
  bought: Exchange | null;
};

type Fraction = { over: bigint; under: bigint };

const Q192 = 1n << 192n;
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Judges additions to a pool (decision D48): a mover of the oracle's thin pool can open one at that
 * price, but not move a deep market's best bid and offer; a bid alone is anybody's. All four
 * compared exactly; equal passes. Refuses with second_price_differs and all prices.
 */
export function judgeSecondPrice(prices: PairPrices, toleranceBps: number): Verdict<SecondPrice> {
  const { token0, token1, sold, bought } = prices;
  const pool = priceOf(prices.poolSqrtX96);
  const oracle = priceOf(prices.oracleSqrtX96);
  const bid = sold && { over: sold.outBase, under: sold.inBase };
  const offer = bought && { over: bought.inBase, under: bought.outBase };
  const text = (price: Fraction) =>
    formatPrice({
      inBase: price.under,
      inDecimals: token0.decimals,
      outBase: price.over,
      outDecimals: token1.decimals,
    });
  const known = {
    ...{ poolPrice: text(pool), oraclePrice: text(oracle), soldPrice: bid && text(bid) },
    ...{ boughtPrice: offer && text(offer), toleranceBps },
  };
  const all = [pool, oracle, bid, offer].filter(
    (price) => price !== null && price.over > 0n && price.under > 0n,
  );
  const [first, ...rest] = all.filter((price) => price !== null);
  if (first === undefined || rest.length < 3) {
    const figures = { ...known, deltaBps: null };
    return refuse(
      "second_price_differs",
      `No venue trades ${token0.symbol} and ${token1.symbol} for this value in both ` +
        "directions, so nobody else says what the pool's price is worth " +
        `(${sentence(figures)}). Nothing was added. Add less, or choose a pair that is traded.`,
      figures,
    );
  }
  const lowest = rest.reduce((least, price) => (isLess(price, least) ? price : least), first);
  const highest = rest.reduce((most, price) => (isLess(most, price) ? price : most), first);
  const reference = lowest.over * highest.under;
  const distance = highest.over * lowest.under - reference;
  const bps = (distance * WHOLE_BPS) / reference;
  const figures = { ...known, deltaBps: Number(bps > LARGEST ? LARGEST : bps) };
  if (distance * WHOLE_BPS <= BigInt(toleranceBps) * reference) return allow(figures);
  return refuse(
    "second_price_differs",
    `The prices of ${token0.symbol} in ${token1.symbol} are ${figures.deltaBps / 100}% apart ` +
      `(${sentence(figures)}); at most ${toleranceBps / 100}% is accepted. One of them may ` +
      "have been moved, so nothing was added. Wait until they agree, add less, or choose " +
      "another pool.",
    figures,
  );
}

const priceOf = (sqrtX96: bigint): Fraction => ({ over: sqrtX96 * sqrtX96, under: Q192 });

const isLess = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under;

const sentence = ({ poolPrice, oraclePrice, soldPrice, boughtPrice }: SecondPrice) =>
  `pool ${poolPrice}, oracle ${oraclePrice}, sold at a venue ${soldPrice ?? "not at all"}, ` +
  `bought there ${boughtPrice ?? "not at all"}`;
