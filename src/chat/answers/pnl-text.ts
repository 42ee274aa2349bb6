import type { Address } from "viem";
import type { Token } from "../../chain/resolve-token.ts";
import type { Deps } from "../../deps.ts";
import { formatPrice, formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import type { Verdict } from "../../lib/verdict.ts";
import { averageCost, noCost, type TokenCost } from "../../trades/average-cost.ts";
import { gasLine, shownGas } from "../../trades/gas-line.ts";
import { gasPaid } from "../../trades/gas-paid.ts";
import { heldValues } from "../../trades/read-trade-book.ts";
import { readTrades, type Trade, type VaultOnChain } from "../../trades/read-trades.ts";
import { type NameOf, tokenNames } from "../../trades/token-names.ts";
import type { Asked } from "./answer-of.ts";
import { boundsOf } from "./period-in.ts";

const MOST_TOKENS = 20;

/**
 * Of the agent wallet's own swaps, by their receipts, at average cost in the vault's base token:
 * the sum first, each token, and what is not counted. The caller asks who may see it.
 * @throws store_unavailable
 */
export async function pnlText(
  deps: Deps,
  of: VaultOnChain,
  baseToken: Address,
  { period, token: asked }: Asked = {},
): Promise<string> {
  const { trades, isAll } = await readTrades(deps, of);
  const bounds = period === undefined ? undefined : boundsOf(period, deps.clock.nowMs());
  const within = bounds === undefined ? trades : trades.filter(({ atMs }) => atMs < bounds.untilMs);
  const { tokens: all, counted, uncounted } = averageCost(within, baseToken);
  const valued = bounds === undefined ? all : [];
  const [nameOf, values] = await Promise.all([
    tokenNames(deps, of, [baseToken, ...all.map(({ token }) => token)]),
    heldValues(deps, of, valued, { address: baseToken }),
  ]);
  const base = nameOf(baseToken);
  if (base === undefined) return UNREADABLE;
  const isMeant = ({ token }: TokenCost) => isNamed(nameOf(token)?.symbol, asked);
  const tokens = all.filter(isMeant);
  const isOfToken = ({ tokenIn, tokenOut }: Trade) =>
    asked === undefined || tokens.some(({ token }) => token === tokenIn || token === tokenOut);
  const gasOf = (some: readonly Trade[]) =>
    gasLine(shownGas(gasPaid(some.filter(isOfToken)), base, of.chainId), base);
  if (bounds !== undefined) {
    const { fromMs } = bounds;
    const before = averageCost(
      trades.filter(({ atMs }) => atMs < fromMs),
      baseToken,
    );
    const gas = gasOf(within.filter(({ atMs }) => atMs >= fromMs));
    return periodText(tokens, before.tokens, { base, nameOf, asked, gas, ...bounds });
  }
  const worth = all.flatMap((one, at) => (isMeant(one) ? [worthOf(values[at])] : []));
  const shown = tokens.slice(0, MOST_TOKENS);
  const [first] = trades;
  if (asked !== undefined && shown.length === 0)
    return (
      `The agent wallet has made no swap of ${asked.toUpperCase()} against ${base.symbol} ` +
      "yet that a receipt shows."
    );
  if (counted === 0 || first === undefined)
    return `The agent wallet has made no swap against ${base.symbol} yet that a receipt shows.`;
  return [
    ...totalLines(tokens, worth, base),
    ...shown.flatMap((cost, at) => tokenLines(cost, nameOf(cost.token), base, worth[at])),
    gasOf(trades),
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

const worthOf = (read: Verdict<bigint> | undefined) => (read?.ok ? read.value : undefined);

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
  nameOf: NameOf;
  asked: string | undefined;
  gas: string;
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
  { base, nameOf, asked, gas, fromMs, untilMs }: OfPeriod,
): string {
  const gains = tokens.flatMap((cost) => {
    const old =
      before.find(({ token }) => token.toLowerCase() === cost.token.toLowerCase()) ??
      noCost(cost.token);
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
    gas,
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
