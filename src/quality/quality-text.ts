import { fromBase36 } from "../lib/parse-units.ts";
import { type Fraction, fraction, type Price } from "./fraction.ts";
import type { Arrival, QualityRecord } from "./new-quality.ts";

/**
 * The record as an order keeps it, in figures of base 36 so that an ended order's stays within
 * 1 kB. Groups are parted by `;`, figures by `,`, parts of one by `/`. Empty is what is absent, or
 * equal to the figure that it is a part of.
 */
export const qualityText = {
  write: (record: QualityRecord): string => {
    const { paidBase, quoted, gas, seen, refused, compared } = record;
    const groups = [
      [VERSION],
      [paidBase, unlike(record.pricedPaidBase, paidBase), record.beyondBase],
      [unlike(quoted.paidBase, paidBase), quoted.quotedBase, quoted.boundBase],
      [gas.wei, unlike(gas.pricedWei, gas.wei), gas.worth],
      seen === undefined ? [] : [seen.atMs, seen.price],
      refused === undefined ? [] : [refused.number, refused.quote],
      [compared.count, compared.atQuotes, compared.paidBase],
      ...record.arrivals.map(figuresOf),
    ];
    return groups.map((group) => group.map(written).join(",")).join(";");
  },
  /** Undefined: written by another version, or damaged. No slice waits for a report. */
  read: (text: string | undefined): QualityRecord | undefined => {
    if (text === undefined) return undefined;
    try {
      return recordIn(text);
    } catch {
      return undefined;
    }
  },
};

/** @throws Error for a figure that is none */
function recordIn(text: string): QualityRecord | undefined {
  const [[version], amounts, quoted, gas, seen, refused, compared, ...arrivals] = text
    .split(";")
    .map((group) => group.split(",")) as [string[], ...string[][]];
  if (version !== VERSION || !amounts || !quoted || !gas || !seen || !refused || !compared)
    return undefined;
  const [paidBase, wei] = [whole(amounts[0]), whole(gas[0])];
  return {
    arrivals: arrivals.map(arrivalIn),
    paidBase,
    pricedPaidBase: partOf(amounts[1], paidBase),
    beyondBase: whole(amounts[2]),
    quoted: {
      paidBase: partOf(quoted[0], paidBase),
      quotedBase: whole(quoted[1]),
      boundBase: whole(quoted[2]),
    },
    gas: { wei, pricedWei: partOf(gas[1], wei), worth: ratio(gas[2]) },
    ...(seen[0] && { seen: { atMs: count(seen[0]), ...named("price", priceIn(seen[1])) } }),
    ...refusedIn(refused),
    compared: {
      count: count(compared[0]),
      atQuotes: ratio(compared[1]),
      paidBase: whole(compared[2]),
    },
  };
}

const VERSION = "1";

type Figure = bigint | number | string | Fraction | Price | undefined;

function written(figure: Figure): string {
  if (figure === undefined) return "";
  if (typeof figure === "string") return figure;
  if (typeof figure !== "object") return figure.toString(36);
  const [a, b] = "den" in figure ? [figure.num, figure.den] : [figure.sideBase, figure.counterBase];
  return `${a.toString(36)}/${b.toString(36)}`;
}

/** Undefined, and so empty, where it is the same. */
const unlike = (value: bigint, whole: bigint): bigint | undefined =>
  value === whole ? undefined : value;

const partOf = (text: string | undefined, all: bigint): bigint => (text ? whole(text) : all);

const figuresOf = (arrival: Arrival): Figure[] => [
  ...[arrival.addsBase, arrival.atMs, arrival.block],
  ...[ofAll(arrival.price, arrival), arrival.windowSec],
  ...[arrival.atOnce?.venue, ofAll(arrival.atOnce, arrival)],
  ...[arrival.sentAtMs, ofAll(arrival.firstSend, arrival)],
  ...[arrival.filledBase, unlike(arrival.pricedBase, arrival.filledBase), arrival.worth],
  ...arrival.takes.flatMap(({ base, price }) => [base, price]),
];

/** A price for all of it says the counter amount alone. */
const ofAll = (price: Price | undefined, { addsBase }: Arrival): Figure =>
  price?.sideBase === addsBase ? `/${price.counterBase.toString(36)}` : price;

function arrivalIn(figures: string[]): Arrival {
  const [adds, at, block, price, windowSec, venue, atOnce, sentAt, first, ...rest] = figures;
  const [filled, priced, worth, ...takes] = rest;
  const [addsBase, filledBase] = [whole(adds), whole(filled)];
  const quote = priceIn(atOnce, addsBase);
  return {
    addsBase,
    atMs: count(at),
    ...(block && { block: whole(block) }),
    ...named("price", priceIn(price, addsBase)),
    ...(windowSec && { windowSec: count(windowSec) }),
    ...(venue && quote && { atOnce: { venue, ...quote } }),
    ...(sentAt && { sentAtMs: count(sentAt) }),
    ...named("firstSend", priceIn(first, addsBase)),
    filledBase,
    pricedBase: partOf(priced, filledBase),
    worth: ratio(worth),
    takes: Array.from({ length: takes.length / 2 }, (_, index) => ({
      base: whole(takes[2 * index]),
      ...named("price", priceIn(takes[2 * index + 1])),
    })),
  };
}

function refusedIn([number, quoted]: string[]): Pick<QualityRecord, "refused"> {
  const quote = priceIn(quoted);
  return number && quote ? { refused: { number: count(number), quote } } : {};
}

const named = <K extends string>(name: K, price: Price | undefined) =>
  (price === undefined ? {} : { [name]: price }) as { [N in K]?: Price };

function priceIn(text = "", all?: bigint): Price | undefined {
  const [side, counter] = text.split("/");
  if (!counter) return undefined;
  const sideBase = side || all === undefined ? whole(side) : all;
  return { sideBase, counterBase: whole(counter) };
}

function ratio(text = ""): Fraction {
  const [num, den] = text.split("/");
  return fraction(whole(num), whole(den));
}

const count = (text: string | undefined): number => Number(whole(text));

/** @throws Error for none: no figure of a record is below 0 */
function whole(text = ""): bigint {
  const value = fromBase36(text);
  if (value < 0n) throw new Error("not a figure");
  return value;
}
