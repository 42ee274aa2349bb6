import { type Fraction, fraction, minus, type Price, sumOf, worthOf, ZERO } from "./fraction.ts";
import { type Arrival, type QualityRecord, restOf } from "./new-quality.ts";

export type QualityFacts = {
  side: "sell" | "buy";
  record: QualityRecord;
  /** How it ended, by the service's clock; undefined: it has not. */
  ended?: { status: "completed" | "cancelled" | "expired"; atMs: number } | undefined;
};

/**
 * Exact sums in the counter token: minus is a cost. null: no price for any of it. Each line is its
 * own formula; that the first four make the shortfall is a property of theirs.
 */
export type OrderQuality = {
  delay: Fraction | null;
  timing: Fraction | null;
  execution: Fraction | null;
  unfilled: Fraction | null;
  /** What all brought (cost) against the total at its arrivals. null unless complete. */
  shortfall: Fraction | null;
  /** What a purchase delivered above its amounts, at the price at the end. */
  beyond: Fraction | null;
  gas: Fraction | null;
  /** The total at its arrivals, to which basis points refer. */
  arrivalWorth: Fraction | null;
  quoteDeviation: Fraction;
  aboveMinimum: Fraction;
  /** Its slices against the quote for all of it at once, for what they traded. */
  againstAtOnce: Fraction | null;
  /** Refused slices whose amount was traded, against their quotes. */
  againstRefused: Fraction;
  totalBase: bigint;
  filledBase: bigint;
  restBase: bigint;
  /** The amount of which every price is known. */
  coveredBase: bigint;
  isComplete: boolean;
};

/** An oracle price is a mean over five minutes: a reading of that age is of the same market. */
const SAME_MARKET_MS = 300_000;

/** The quality report of an order, from its record alone. */
export function orderQuality({ side, record, ended }: QualityFacts): OrderQuality {
  const { arrivals, gas, quoted, compared } = record;
  const gained = side === "sell" ? same : negated;
  const end = endPrice(record, ended);
  const totalBase = total(arrivals, ({ addsBase }) => addsBase);
  const filledBase = total(arrivals, ({ filledBase }) => filledBase);
  const restBase = total(arrivals, restOf);
  const pricedBase = total(arrivals, (one) => one.pricedBase);
  const worth = sumOf(arrivals.map((one) => one.worth));
  const coveredBase = total(arrivals, (arrival) => coveredOf(arrival, end));
  const isComplete = coveredBase === totalBase && gas.pricedWei === gas.wei;
  return {
    delay: gainedOr(
      gained,
      known(arrivals, ({ filledBase, price, firstSend }) =>
        part(filledBase, price, firstSend, (from, to) =>
          minus(worthOf(filledBase, to), worthOf(filledBase, from)),
        ),
      ),
    ),
    timing: gainedOr(
      gained,
      known(arrivals, ({ pricedBase, filledBase, firstSend, worth: atSends }) =>
        filledBase === 0n
          ? ZERO
          : firstSend === undefined || pricedBase === 0n
            ? undefined
            : minus(atSends, worthOf(pricedBase, firstSend)),
      ),
    ),
    execution:
      filledBase > 0n && pricedBase === 0n
        ? null
        : gained(minus(fraction(record.pricedPaidBase), worth)),
    unfilled: gainedOr(
      gained,
      known(arrivals, (arrival) => unfilledOf(arrival, end)),
    ),
    shortfall: isComplete ? gained(shortfallOf(record, end)) : null,
    beyond:
      record.beyondBase === 0n ? ZERO : end === undefined ? null : worthOf(record.beyondBase, end),
    gas: gas.wei > 0n && gas.pricedWei === 0n ? null : negated(gas.worth),
    arrivalWorth: known(arrivals, ({ addsBase, price }) => price && worthOf(addsBase, price)),
    quoteDeviation: gained(fraction(quoted.paidBase - quoted.quotedBase)),
    aboveMinimum: gained(fraction(quoted.paidBase - quoted.boundBase)),
    againstAtOnce: gainedOr(gained, atOnceOf(record, filledBase)),
    againstRefused: gained(minus(fraction(compared.paidBase), compared.atQuotes)),
    ...{ totalBase, filledBase, restBase, coveredBase, isComplete },
  };
}

const same = (value: Fraction): Fraction => value;
/** A purchase gains where it pays less. */
const negated = ({ num, den }: Fraction): Fraction => ({ num: -num, den });

const gainedOr = (gained: typeof same, value: Fraction | null): Fraction | null =>
  value && gained(value);

const total = (arrivals: readonly Arrival[], of: (arrival: Arrival) => bigint): bigint =>
  arrivals.reduce((sum, arrival) => sum + of(arrival), 0n);

/** The sum of what is known. null: nothing of it is. */
function known(
  arrivals: readonly Arrival[],
  of: (arrival: Arrival) => Fraction | undefined,
): Fraction | null {
  const parts = arrivals.map(of).filter((value) => value !== undefined);
  return parts.length === 0 ? null : sumOf(parts);
}

/** Nothing needs no price. */
const part = (
  amountBase: bigint,
  from: Price | undefined,
  to: Price | undefined,
  of: (from: Price, to: Price) => Fraction,
): Fraction | undefined =>
  amountBase === 0n ? ZERO : from === undefined || to === undefined ? undefined : of(from, to);

function unfilledOf(arrival: Arrival, end: Price | undefined): Fraction | undefined {
  const moved = (base: bigint, to: Price | undefined) =>
    part(base, arrival.price, to, (from, at) => minus(worthOf(base, at), worthOf(base, from)));
  const parts = [
    moved(restOf(arrival), end),
    ...arrival.takes.map(({ base, price }) => moved(base, price)),
  ].filter((value) => value !== undefined);
  return parts.length === 0 ? undefined : sumOf(parts);
}

/** What came of all of it, less the total at its arrivals: no line of the report is used. */
function shortfallOf({ arrivals, paidBase }: QualityRecord, end: Price | undefined): Fraction {
  const at = (base: bigint, price: Price | undefined) =>
    base === 0n || price === undefined ? ZERO : worthOf(base, price);
  return sumOf([
    fraction(paidBase),
    ...arrivals.flatMap((arrival) => [
      at(restOf(arrival), end),
      ...arrival.takes.map(({ base, price }) => at(base, price)),
      at(-arrival.addsBase, arrival.price),
    ]),
  ]);
}

function coveredOf(arrival: Arrival, end: Price | undefined): bigint {
  const { price, firstSend, pricedBase, takes } = arrival;
  if (price === undefined) return 0n;
  const taken = takes.reduce((sum, take) => (take.price === undefined ? sum : sum + take.base), 0n);
  return (
    (firstSend === undefined ? 0n : pricedBase) + (end === undefined ? 0n : restOf(arrival)) + taken
  );
}

/** A completed order ends with its last send; another one where the oracle was read just then. */
function endPrice({ seen }: QualityRecord, ended: QualityFacts["ended"]): Price | undefined {
  if (ended === undefined || seen === undefined) return undefined;
  const isThen = ended.status === "completed" || ended.atMs - seen.atMs <= SAME_MARKET_MS;
  return isThen ? seen.price : undefined;
}

function atOnceOf({ arrivals, paidBase }: QualityRecord, filledBase: bigint): Fraction | null {
  const quote = arrivals[0]?.atOnce;
  return quote === undefined ? null : minus(fraction(paidBase), worthOf(filledBase, quote));
}
