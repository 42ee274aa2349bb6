import { type Fraction, type Price, ZERO } from "./fraction.ts";

/**
 * Amounts of the total that came together, with the price that they are judged by: all of it at
 * creation, and what an edit of the total adds. Amounts are base units of the order's own token.
 */
export type Arrival = {
  addsBase: bigint;
  /** Taken away again by edits, each part at the oracle's price of that moment. */
  takes: readonly { base: bigint; price?: Price | undefined }[];
  atMs: number;
  block?: bigint | undefined;
  /** The vault's oracle for this amount. Absent: not read, or a token without a feed. */
  price?: Price | undefined;
  windowSec?: number | undefined;
  /** The venue's quote for all of it at once. */
  atOnce?: (Price & { venue: string }) | undefined;
  /** The first send from then on, and the oracle's price of that moment. */
  sentAtMs?: number | undefined;
  firstSend?: Price | undefined;
  filledBase: bigint;
  /** The part of it whose price at its send is known, and what it was worth by these prices. */
  pricedBase: bigint;
  worth: Fraction;
};

/**
 * What the report of an order is computed from: integers and exact sums, kept in its record and
 * left behind by it. `paidBase` is what all fills brought (a sale) or cost (a purchase), in base
 * units of the counter token.
 */
export type QualityRecord = {
  arrivals: readonly Arrival[];
  paidBase: bigint;
  pricedPaidBase: bigint;
  /** Delivered by purchases above their amounts. */
  beyondBase: bigint;
  /** Fills with a quote: what they paid, what was quoted, and what their calldata enforced. */
  quoted: { paidBase: bigint; quotedBase: bigint; boundBase: bigint };
  /** All that was mined for the order, and the part with a price of the coin, at that price. */
  gas: { wei: bigint; pricedWei: bigint; worth: Fraction };
  /** The newest reading of the oracle: with a send, a refusal or a wait. */
  seen?: { atMs: number; price?: Price | undefined } | undefined;
  /** The newest refused slice with its quote, until a slice trades its amount. */
  refused?: { number: number; quote: Price } | undefined;
  /** Refused slices whose amount was traded: at their quotes, and as it was traded. */
  compared: { count: number; atQuotes: Fraction; paidBase: bigint };
};

type Arriving = Pick<Arrival, "addsBase" | "atMs" | "block" | "price" | "windowSec" | "atOnce">;

export const arrivalOf = (arriving: Arriving): Arrival => ({
  ...arriving,
  takes: [],
  ...{ filledBase: 0n, pricedBase: 0n, worth: ZERO },
});

/** The record of an order of which nothing was traded yet. */
export const newQuality = (arriving: Arriving): QualityRecord => ({
  arrivals: [arrivalOf(arriving)],
  ...{ paidBase: 0n, pricedPaidBase: 0n, beyondBase: 0n },
  quoted: { paidBase: 0n, quotedBase: 0n, boundBase: 0n },
  gas: { wei: 0n, pricedWei: 0n, worth: ZERO },
  compared: { count: 0, atQuotes: ZERO, paidBase: 0n },
});

export const takenOf = ({ takes }: Arrival): bigint =>
  takes.reduce((sum, { base }) => sum + base, 0n);

/** What is neither traded nor taken away of it. */
export const restOf = (arrival: Arrival): bigint =>
  arrival.addsBase - takenOf(arrival) - arrival.filledBase;
