import type { Address } from "viem";
import type { Token } from "../../chain/resolve-token.ts";
import type { Deps } from "../../deps.ts";
import { formatPrice, formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import type { Asked } from "./answer-of.ts";
import { boundsOf } from "./period-in.ts";
import { readTrades, type Trade, type VaultOfAnswer } from "./read-trades.ts";
import { tokenNames, valuesInBase } from "./values-in-base.ts";

/** Of the log; a swap has two entries and a few more around it. */
const MOST_LOGGED = 2_000;
const MOST_TOKENS = 20;

/**
 * Of the agent wallet's own swaps, by their receipts, at average cost in the vault's base token:
 * the sum first, each token, and what is not counted. The caller asks who may see it.
 * @throws store_unavailable
 */
export async function pnlText(
  deps: Deps,
  of: VaultOfAnswer,
  baseToken: Address,
  { period, token: asked }: Asked = {},
): Promise<string> {
  const { trades, isAll } = await readTrades(deps, of, MOST_LOGGED);
  const bounds = period === undefined ? undefined : boundsOf(period, deps.clock.nowMs());
  const all = averageCost(
    bounds === undefined ? trades : trades.filter(({ atMs }) => atMs < bounds.untilMs),
    baseToken,
  );
  const { counted, uncounted } = all;
  const nameOf = await tokenNames(deps, of.chainId, [
    baseToken,
    ...all.tokens.map(({ token }) => token),
  ]);
  const tokens = all.tokens.filter(({ token }) => isNamed(nameOf(token)?.symbol, asked));
  if (bounds !== undefined) {
    const base = nameOf(baseToken);
    const before = averageCost(
      trades.filter(({ atMs }) => atMs < bounds.fromMs),
      baseToken,
    );
    return base === undefined
      ? UNREADABLE
      : periodText(tokens, before.tokens, { base, nameOf, asked, ...bounds });
  }
  const shown = tokens.slice(0, MOST_TOKENS);
  const held = shown.map(({ token, held: amount }) => ({ token, amount }));
  const values = await valuesInBase(deps, of, baseToken, held);
  const base = nameOf(baseToken);
  const [first] = trades;
  if (base === undefined) return UNREADABLE;
  if (asked !== undefined && shown.length === 0)
    return (
      `The agent wallet has made no swap of ${asked.toUpperCase()} against ${base.symbol} ` +
      "yet that a receipt shows."
    );
  if (counted === 0 || first === undefined)
    return `The agent wallet has made no swap against ${base.symbol} yet that a receipt shows.`;
  return [
    ...totalLines(shown, values, base),
    ...shown.flatMap((cost, at) => tokenLines(cost, nameOf(cost.token), base, values[at])),
    `Covers ${counted} ${counted === 1 ? "swap" : "swaps"} that the agent wallet made ` +
      `${isAll ? "since" : "lately, since"} ${utcMinute(first.atMs)}, by their receipts and ` +
      "without gas; not what was held before, moved or traded elsewhere.",
    ...(uncounted > 0
      ? [
          `Not counted: ${uncounted}, between two other tokens or with an amount that no ` +
            "receipt shows.",
        ]
      : []),
  ].join("\n");
}

const UNREADABLE = "The base token cannot be read now.";

/** "Eth" is a chain's coin and its wrapped form, "btc" each that stands for it. */
const isNamed = (symbol: string | undefined, asked: string | undefined): boolean => {
  const name = { ethereum: "eth", bitcoin: "btc" }[asked ?? ""] ?? asked;
  return (
    name === undefined ||
    symbol === undefined ||
    [name, `w${name}`, `cb${name}`].includes(symbol.toLowerCase())
  );
};

type OfPeriod = {
  base: Token;
  nameOf: (address: Address) => Token | undefined;
  asked: string | undefined;
  fromMs: number;
  untilMs: number;
};

/**
 * What the swaps of a period brought, at the average cost of all before them. What was held at its
 * beginning was worth is not recorded.
 */
function periodText(
  tokens: readonly TokenCost[],
  before: readonly TokenCost[],
  { base, nameOf, asked, fromMs, untilMs }: OfPeriod,
): string {
  const gains = tokens.flatMap((cost) => {
    const old =
      before.find(({ token }) => token.toLowerCase() === cost.token.toLowerCase()) ??
      none(cost.token);
    const gain = {
      ...cost,
      ...{
        bought: cost.bought - old.bought,
        paid: cost.paid - old.paid,
        sold: cost.sold - old.sold,
      },
      ...{ received: cost.received - old.received, realised: cost.realised - old.realised },
      ...{ uncovered: cost.uncovered - old.uncovered, held: 0n },
    };
    return gain.bought === 0n && gain.sold === 0n ? [] : [gain];
  });
  const when = `${utcMinute(fromMs)} to ${utcMinute(untilMs)}`;
  if (gains.length === 0)
    return (
      `No swap${asked === undefined ? "" : ` of ${asked.toUpperCase()}`} of the agent wallet ` +
      `against ${base.symbol} is recorded from ${when}.`
    );
  const realised = gains.reduce((sum, one) => sum + one.realised, 0n);
  return [
    `Realised: ${signed(realised, base)}, ${when}`,
    ...gains
      .slice(0, MOST_TOKENS)
      .flatMap((gain) => tokenLines(gain, nameOf(gain.token), base, undefined)),
    "By the receipts of the agent wallet's swaps, at average cost and without gas. What was " +
      "not sold is not in it: its worth at that time is not recorded; its worth now stands in: " +
      "pnl",
  ].join("\n");
}

function tokenLines(
  cost: TokenCost,
  token: Token | undefined,
  base: Token,
  value: bigint | undefined,
): string[] {
  const { bought, paid, sold, received, held, realised, uncovered } = cost;
  if (token === undefined) return ["A token that cannot be read now is left out."];
  const of = (amount: bigint) =>
    `${sixFigures(formatUnits(amount, token.decimals))} ${token.symbol}`;
  const inBase = (amount: bigint) =>
    `${sixFigures(formatUnits(amount, base.decimals))} ${base.symbol}`;
  const average = {
    inBase: bought,
    inDecimals: token.decimals,
    outBase: paid,
    outDecimals: base.decimals,
  };
  return [
    `${token.symbol}: bought ${of(bought)} for ${inBase(paid)}, sold ${of(sold)} for ` +
      `${inBase(received)}`,
    ...(bought > 0n
      ? [`  Average cost: ${sixFigures(formatPrice(average))} ${base.symbol} for 1 ${token.symbol}`]
      : []),
    ...(sold > uncovered ? [`  Realised: ${signed(realised, base)}`] : []),
    ...(held > 0n
      ? [
          value === undefined
            ? `  Not sold here: ${of(held)}; the oracle does not say now what it is worth`
            : `  Not sold here: ${of(held)}, worth ${inBase(value)} now, ` +
              `${signed(value - cost.cost, base)}`,
        ]
      : []),
    ...(uncovered > 0n
      ? [`  ${of(uncovered)} sold were not bought here: their cost is not known`]
      : []),
  ];
}

function totalLines(
  tokens: readonly TokenCost[],
  values: readonly (bigint | undefined)[],
  base: Token,
): string[] {
  if (tokens.length < 2) return [];
  const realised = tokens.reduce((sum, one) => sum + one.realised, 0n);
  const open = tokens.reduce(
    (sum, { cost }, at) => sum + (values[at] === undefined ? 0n : (values[at] ?? 0n) - cost),
    0n,
  );
  const isWhole = values.every((value) => value !== undefined);
  return [
    `Together: realised ${signed(realised, base)}, not sold ` +
      `${signed(open, base)}${isWhole ? "" : " as far as it is known"}`,
  ];
}

const signed = (amount: bigint, { decimals, symbol }: Token): string =>
  `${amount > 0n ? "+" : ""}${sixFigures(formatUnits(amount, decimals))} ${symbol}`;

/** Against the vault's base token, in base units of each. */
type TokenCost = {
  token: Address;
  bought: bigint;
  paid: bigint;
  sold: bigint;
  received: bigint;
  /** Bought here and not sold here, and what it cost on average. */
  held: bigint;
  cost: bigint;
  /** What sales brought above the average cost of what they sold. */
  realised: bigint;
  /** Beyond what was bought here: its cost is not known, so it counts in no profit. */
  uncovered: bigint;
};

/**
 * In the base token, over swaps in the order they were sent: those that the chain has confirmed,
 * with both amounts from the receipt and the base token on one side; `uncounted` are other
 * confirmed ones.
 */
export function averageCost(
  trades: readonly Trade[],
  baseToken: Address,
): { tokens: TokenCost[]; counted: number; uncounted: number } {
  const base = baseToken.toLowerCase();
  const byToken = new Map<string, TokenCost>();
  let [counted, uncounted] = [0, 0];
  for (const { status, tokenIn, tokenOut, soldBase, boughtBase } of trades) {
    if (status !== "confirmed") continue;
    const isBuy = tokenIn.toLowerCase() === base;
    if (
      soldBase === undefined ||
      boughtBase === undefined ||
      isBuy === (tokenOut.toLowerCase() === base)
    ) {
      uncounted += 1;
      continue;
    }
    counted += 1;
    const token = isBuy ? tokenOut : tokenIn;
    const cost = byToken.get(token.toLowerCase()) ?? none(token);
    byToken.set(
      token.toLowerCase(),
      isBuy ? afterBuy(cost, boughtBase, soldBase) : afterSale(cost, soldBase, boughtBase),
    );
  }
  return { tokens: [...byToken.values()], counted, uncounted };
}

const afterBuy = (of: TokenCost, amount: bigint, paid: bigint): TokenCost => ({
  ...of,
  ...{
    bought: of.bought + amount,
    paid: of.paid + paid,
    held: of.held + amount,
    cost: of.cost + paid,
  },
});

/**
 * Of the same cost as what stays. Halves of a base unit fall to the cost: a profit is never rounded
 * up.
 */
function afterSale(of: TokenCost, amount: bigint, received: bigint): TokenCost {
  const covered = amount < of.held ? amount : of.held;
  const cost = covered === 0n ? 0n : (of.cost * covered + of.held - 1n) / of.held;
  const gained = amount === 0n ? 0n : (received * covered) / amount;
  return {
    ...of,
    ...{
      sold: of.sold + amount,
      received: of.received + received,
      held: of.held - covered,
      cost: of.cost - cost,
    },
    ...{ realised: of.realised + gained - cost, uncovered: of.uncovered + amount - covered },
  };
}

const none = (token: Address): TokenCost => ({
  token,
  ...{
    bought: 0n,
    paid: 0n,
    sold: 0n,
    received: 0n,
    held: 0n,
    cost: 0n,
    realised: 0n,
    uncovered: 0n,
  },
});
