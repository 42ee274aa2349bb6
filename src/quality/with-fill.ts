import { type Fraction, fraction, type Price, plus, worthOf } from "./fraction.ts";
import { type Arrival, type QualityRecord, restOf } from "./new-quality.ts";

/** Amounts of a trade: base units of the order's own token, and of the counter token. */
export type Fill = {
  number: number;
  plannedBase: bigint;
  sideBase: bigint;
  paidBase: bigint;
  /** The oracle at its send, its quote, and what its calldata enforced of the counter token. */
  price?: Price | undefined;
  quote?: Price | undefined;
  boundBase?: bigint | undefined;
};

/**
 * A transaction of the order was sent: the first one from an arrival on gives the price by which
 * waiting is told from the market's way since.
 */
export function withSend(
  record: QualityRecord,
  { atMs, price }: { atMs: number; price?: Price | undefined },
): QualityRecord {
  return {
    ...record,
    seen: { atMs, price },
    arrivals: record.arrivals.map((arrival) =>
      arrival.sentAtMs === undefined ? { ...arrival, sentAtMs: atMs, firstSend: price } : arrival,
    ),
  };
}

/** Gas of a mined transaction, whatever became of it. `coin`: wei that are worth `counterBase`. */
export function withGas(
  record: QualityRecord,
  wei: bigint,
  coin: { wei: bigint; counterBase: bigint } | undefined,
): QualityRecord {
  const { gas } = record;
  const spent = { ...gas, wei: gas.wei + wei };
  if (coin === undefined || coin.wei <= 0n) return { ...record, gas: spent };
  const worth = plus(gas.worth, fraction(wei * coin.counterBase, coin.wei));
  return isTooLong(worth)
    ? { ...record, gas: spent }
    : { ...record, gas: { ...spent, pricedWei: gas.pricedWei + wei, worth } };
}

/** A slice was not sent; its amount waits for the next slice of its number. */
export const withRefusal = (
  record: QualityRecord,
  { number, quote }: { number: number; quote?: Price | undefined },
): QualityRecord => ({ ...record, refused: quote && { number, quote } });

/** A look of the order at the oracle that sent nothing. */
export const withLook = (
  record: QualityRecord,
  seen: { atMs: number; price?: Price | undefined },
): QualityRecord => (seen.price === undefined ? record : { ...record, seen });

/**
 * A traded slice. What came above its amount stands for itself; what was there first is traded
 * first, and what an edit added last.
 */
export function withFill(before: QualityRecord, fill: Fill): QualityRecord {
  const { paidBase, quote, boundBase } = fill;
  const amountBase = fill.sideBase < fill.plannedBase ? fill.sideBase : fill.plannedBase;
  const spread = spreadOver(before.arrivals, amountBase, fill.price);
  const priced = spread.isPriced ? paidBase : 0n;
  const { quoted, beyondBase } = before;
  return comparedWith(
    {
      ...before,
      arrivals: spread.arrivals,
      paidBase: before.paidBase + paidBase,
      pricedPaidBase: before.pricedPaidBase + priced,
      beyondBase: beyondBase + fill.sideBase - amountBase + spread.overBase,
      ...(quote !== undefined &&
        boundBase !== undefined && {
          quoted: {
            paidBase: quoted.paidBase + paidBase,
            quotedBase: quoted.quotedBase + quote.counterBase,
            boundBase: quoted.boundBase + boundBase,
          },
        }),
    },
    fill,
    amountBase,
  );
}

function spreadOver(arrivals: readonly Arrival[], amountBase: bigint, price: Price | undefined) {
  let overBase = amountBase;
  const parts = arrivals.map((arrival) => {
    const room = restOf(arrival);
    const partBase = overBase < room ? overBase : room;
    overBase -= partBase;
    return { arrival, partBase };
  });
  const worths = parts.map(({ arrival, partBase }) =>
    price === undefined ? arrival.worth : plus(arrival.worth, worthOf(partBase, price)),
  );
  const isPriced = price !== undefined && !worths.some(isTooLong);
  return {
    overBase,
    isPriced,
    arrivals: parts.map(({ arrival, partBase }, index) => ({
      ...arrival,
      filledBase: arrival.filledBase + partBase,
      ...(isPriced && {
        pricedBase: arrival.pricedBase + partBase,
        worth: worths[index] ?? arrival.worth,
      }),
    })),
  };
}

/** The refused slice's amount was traded by the next slice of its number. */
function comparedWith(record: QualityRecord, fill: Fill, amountBase: bigint): QualityRecord {
  const { refused, compared } = record;
  if (refused === undefined || refused.number > fill.number) return record;
  const open = { ...record, refused: undefined };
  if (refused.number !== fill.number) return open;
  const atQuotes = plus(compared.atQuotes, worthOf(amountBase, refused.quote));
  if (isTooLong(atQuotes)) return open;
  const paidBase = compared.paidBase + fill.paidBase;
  return { ...open, compared: { count: compared.count + 1, atQuotes, paidBase } };
}

/**
 * Amounts that differ from what the oracle was asked for give each slice a denominator of its own.
 * Beyond this one a slice counts as not priced: the record has to stay small.
 */
const MOST_DENOMINATOR = 10n ** 100n;
const isTooLong = ({ den }: Fraction): boolean => den > MOST_DENOMINATOR;
