import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { chainOfWord } from "./chain-of-word.ts";
import { isFiller } from "./is-filler.ts";
import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";

/**
 * What a place of a pattern takes, by the name that patterns use. A value as a tool's argument
 * takes it.
 */
export const SLOTS = {
  /** "One more" has no amount, "one eth" has. */
  amount: (item) =>
    readingOf(item, "word") === "one" && !item.isAmount
      ? undefined
      : (readingOf(item, "number") ?? dollarsOf(item)),
  number: (item) => readingOf(item, "number"),
  count: (item) => whole(readingOf(item, "number")),
  /** A count that is no amount of a token. */
  tally: (item) => (item.isAmount ? undefined : whole(readingOf(item, "number"))),
  /** The number of a slice, in digits: "one slice" is any. */
  nth: (item) =>
    whole(
      readingOf(item, "mark") === "#"
        ? readingOf(item, "order")
        : readingOf(item, "word") === undefined
          ? readingOf(item, "number")
          : undefined,
    ) || undefined,
  times: (item) => whole(readingOf(item, "times")),
  dollars: dollarsOf,
  price: (item) => readingOf(item, "dollars") ?? readingOf(item, "number"),
  share: (item) => percentSign(readingOf(item, "percent")),
  fraction: (item) => percentSign(readingOf(item, "fraction") ?? readingOf(item, "percent")),
  percent: (item) =>
    percentSign(readingOf(item, "percent")) ?? percentOfBps(readingOf(item, "bps")),
  gwei: (item) => readingOf(item, "gwei"),
  minutes: (item) => readingOf(item, "minutes"),
  every: (item) => readingOf(item, "every"),
  pace: (item) =>
    (readingOf(item, "every") ?? readingOf(item, "minutes")) === 1_440 ? "day" : undefined,
  /** A bare number in digits, too. */
  order: (item) =>
    whole(
      readingOf(item, "order") ??
        (readingOf(item, "word") !== "one" && !item.isAmount && !item.isCount
          ? /^[0-9]{1,3}$/.exec(readingOf(item, "number") ?? "")?.[0]
          : undefined),
    ) || undefined,
  time: (item) => readingOf(item, "time"),
  coin: (item) => readingOf(item, "address") ?? readingOf(item, "coin"),
  /** Only where it is called one: "skip 3" may be three slices. */
  named: (item) => whole(readingOf(item, "order")) || undefined,
  /** A position's number, as its tools take it. */
  nft: (item) => whole(readingOf(item, "order") ?? readingOf(item, "number"))?.toString(),
  pair: (item) => readingOf(item, "pair"),
  range: (item) =>
    readingOf(item, "range") ??
    (["full"].includes(readingOf(item, "word") ?? "") ? "full" : undefined),
  /** Of a pool, in hundredths of a basis point. */
  fee: (item) =>
    hundredths(readingOf(item, "percent"), 10_000) ?? hundredths(readingOf(item, "bps"), 100),
  bps: (item) =>
    hundredths(readingOf(item, "percent"), 100) ?? hundredths(readingOf(item, "bps"), 1),
  side: (item) => SIDES[readingOf(item, "word") ?? ""],
  long: (item) => LONG[readingOf(item, "word") ?? ""],
  leverage: (item) => readingOf(item, "times"),
  asset: (item) => (isDollar(readingOf(item, "coin")) ? undefined : readingOf(item, "coin")),
  dollar: (item) => (isDollar(readingOf(item, "coin")) ? readingOf(item, "coin") : undefined),
  /** What perpetuals are of. */
  market: (item) => {
    const name =
      readingOf(item, "coin") ??
      (MARKETS.has(readingOf(item, "word") ?? "") ? readingOf(item, "word") : undefined);
    return isDollar(name) ? undefined : name?.toUpperCase();
  },
  scope: (item) => SCOPES[readingOf(item, "word") ?? ""],
  /** A method by its own name ("wrapETH"), which is no other word. */
  method: (item) =>
    /^(?:execute|exec|wrapeth|unwrapweth9|modifyliquidities|depositv3|undelegatestake)$/.exec(
      readingOf(item, "word") ?? "",
    )?.[0],
  chainId: (item) => {
    const chain = parseChain(readingOf(item, "number") ?? "");
    return chain.ok ? chain.value : undefined;
  },
  trigger: (item) => whole(readingOf(item, "trigger")) || undefined,
  token: (item) => {
    const word = readingOf(item, "word");
    const isName =
      word !== undefined &&
      /^[a-z][a-z0-9_.]*$/.test(word) &&
      !isFiller(item) &&
      !NO_TOKENS.has(word);
    return readingOf(item, "address") ?? readingOf(item, "coin") ?? (isName ? word : undefined);
  },
  unit: (item) => {
    const word = readingOf(item, "word") ?? "";
    return readingOf(item, "coin") ?? (/^(?:usd|dollars?)$/.test(word) ? "usd" : undefined);
  },
  chain: (item) => chainOfWord(readingOf(item, "word") ?? ""),
  bigChain: (item) =>
    readingOf(item, "word") === "ethereum" ? chainOfWord("ethereum") : undefined,
  /** A chain whose name is no token's: it needs no word before it. */
  place: (item) =>
    readingOf(item, "coin") === undefined ? chainOfWord(readingOf(item, "word") ?? "") : undefined,
  venue: (item) => (readingOf(item, "word") === "uni" ? "uniswap" : dexOf(item)),
  /** By the names of its table alone: "uni" may be Unichain. */
  dex: dexOf,
  word: (item) => readingOf(item, "word"),
} as const satisfies Record<string, (item: Item) => unknown>;

const SIDES: Readonly<Record<string, string>> = {
  buy: "buy",
  long: "buy",
  sell: "sell",
  short: "sell",
};
const LONG: Readonly<Record<string, boolean>> = {
  long: true,
  longs: true,
  up: true,
  short: false,
  shorts: false,
};
const SCOPES: Readonly<Record<string, string>> = {
  ...{
    liquidity: "liquidity",
    lp: "liquidity",
    perps: "perps",
    perpetuals: "perps",
    perp: "perps",
  },
  ...{ bridge: "bridge", bridging: "bridge", staking: "staking", stake: "staking" },
};
const MARKETS: ReadonlySet<string> = new Set(
  "sol doge hype xrp bnb arb op avax sui pepe ltc near tia".split(" "),
);
const isDollar = (name: string | undefined): boolean => name !== undefined && isUnitOf("usd", name);

/** A plain decimal times a whole number, where that is a whole number. */
function hundredths(value: string | undefined, by: number): number | undefined {
  const all = value === undefined ? Number.NaN : Math.round(Number(value) * by * 1e6) / 1e6;
  return Number.isSafeInteger(all) && all > 0 ? all : undefined;
}

/** Words that stand where a token may, and are none. */
const NO_TOKENS: ReadonlySet<string> = new Set(
  (
    "for to into in on at by via every each per over with using split automatically worth and " +
    "or but if when once not below above until limit stop trigger from order orders then than " +
    "buy sell spend swap slices slice clips clip parts part pieces chunks tranches portions " +
    "balance it all half time times between apart usd dollars gas price market everything good"
  ).split(" "),
);

export type SlotKind = keyof typeof SLOTS;

/** Dollars say so: of which token they are, is the sentence's to say. */
function dollarsOf(item: Item): string | undefined {
  const dollars = readingOf(item, "dollars");
  return dollars === undefined ? undefined : `$${dollars}`;
}

function dexOf(item: Item): string | undefined {
  const venue = parseVenue(readingOf(item, "word") ?? "");
  return venue.ok ? venue.value : undefined;
}

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

const percentSign = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : `${value}%`;

/** Basis points as a percentage. */
function percentOfBps(bps: string | undefined): string | undefined {
  if (bps === undefined || !/^[0-9]+$/.test(bps)) return undefined;
  const digits = bps.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, "").concat("%");
}

/** What the places of a pattern took, by their names. */
export type Found = Readonly<Record<string, unknown>>;
