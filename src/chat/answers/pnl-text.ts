import type { Address } from "viem";
import type { Token } from "../../chain/resolve-token.ts";
import type { Deps } from "../../deps.ts";
import { formatPrice, formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import { readTrades, type Trade, type VaultOfAnswer } from "./read-trades.ts";
import { tokenNames, valuesInBase } from "./values-in-base.ts";

/** Of the log; a swap has two entries and a few more around it. */
const MOST_LOGGED = 2_000;
const MOST_TOKENS = 20;

/**
 * Of the agent wallet's own swaps, by their receipts, at average cost in the vault's base token: the sum first, each token, and what is not counted. The
 * caller asks who may see it.
 * @throws store_unavailable
 */
export async function pnlText(deps: Deps, of: VaultOfAnswer, baseToken: Address): Promise<string> {
  const { trades, isAll } = await readTrades(deps, of, MOST_LOGGED);
  const { tokens, counted, uncounted } = averageCost(trades, baseToken);
  const shown = tokens.slice(0, MOST_TOKENS);
  const nameOf = await tokenNames(deps, of.chainId, [baseToken, ...shown.map(({ token }) => token)]);
  const held = shown.map(({ token, held: amount }) => ({ token, amount }));
  const values = await valuesInBase(deps, of, baseToken, held);
  const base = nameOf(baseToken);
  const [first] = trades;
  if (base === undefined) return "The base token cannot be read now.";
  if (counted === 0 || first === undefined)
    return `The agent wallet has made no swap against ${base.symbol} yet that a receipt shows.`;
  return [
    ...totalLines(shown, values, base),
    ...shown.flatMap((cost, at) => tokenLines(cost, nameOf(cost.token), base, values[at])),
    `Covers ${counted} ${counted === 1 ? "swap" : "swaps"} that the agent wallet made ${isAll ? "since" : "lately, since"} ${utcMinute(first.atMs)}, by their receipts and without gas; not what was held before, moved or traded elsewhere.`,
    ...(uncounted > 0
      ? [`Not counted: ${uncounted}, between two other tokens or with an amount that no receipt shows.`]
      : []),
  ].join("\n");
}

function tokenLines(cost: TokenCost, token: Token | undefined, base: Token, value: bigint | undefined): string[] {
  const { bought, paid, sold, received, held, realised, uncovered } = cost;
  if (token === undefined) return ["A token that cannot be read now is left out."];
  const of = (amount: bigint) => `${sixFigures(formatUnits(amount, token.decimals))} ${token.symbol}`;
  const inBase = (amount: bigint) => `${sixFigures(formatUnits(amount, base.decimals))} ${base.symbol}`;
  const average = { inBase: bought, inDecimals: token.decimals, outBase: paid, outDecimals: base.decimals };
  return [
    `${token.symbol}: bought ${of(bought)} for ${inBase(paid)}, sold ${of(sold)} for ${inBase(received)}`,
    ...(bought > 0n
      ? [`  Average cost: ${sixFigures(formatPrice(average))} ${base.symbol} for 1 ${token.symbol}`]
      : []),
    ...(sold > uncovered ? [`  Realised: ${signed(realised, base)}`] : []),
    ...(held > 0n
      ? [
          value === undefined
            ? `  Not sold here: ${of(held)}; the oracle does not say now what it is worth`
            : `  Not sold here: ${of(held)}, worth ${inBase(value)} now, ${signed(value - cost.cost, base)}`,
        ]
      : []),
    ...(uncovered > 0n ? [`  ${of(uncovered)} sold were not bought here: their cost is not known`] : []),
  ];
}

function totalLines(tokens: readonly TokenCost[], values: readonly (bigint | undefined)[], base: Token): string[] {
  if (tokens.length < 2) return [];
  const realised = tokens.reduce((sum, one) => sum + one.realised, 0n);
  const open = tokens.reduce(
    (sum, { cost }, at) => sum + (values[at] === undefined ? 0n : (values[at] ?? 0n) - cost),
    0n,
  );
  const isWhole = values.every((value) => value !== undefined);
  return [
    `Together: realised ${signed(realised, base)}, not sold ${signed(open, base)}${isWhole ? "" : " as far as it is known"}`,
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
 * In the base token, over swaps in the order they were sent: those that the chain has confirmed, with both amounts from the receipt and the
 * base token on one side; `uncounted` are other confirmed ones.
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
    if (soldBase === undefined || boughtBase === undefined || isBuy === (tokenOut.toLowerCase() === base)) {
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
  ...{ bought: of.bought + amount, paid: of.paid + paid, held: of.held + amount, cost: of.cost + paid },
});

/** Of the same cost as what stays. Halves of a base unit fall to the cost: a profit is never rounded up. */
function afterSale(of: TokenCost, amount: bigint, received: bigint): TokenCost {
  const covered = amount < of.held ? amount : of.held;
  const cost = covered === 0n ? 0n : (of.cost * covered + of.held - 1n) / of.held;
  const gained = amount === 0n ? 0n : (received * covered) / amount;
  return {
    ...of,
    ...{ sold: of.sold + amount, received: of.received + received, held: of.held - covered, cost: of.cost - cost },
    ...{ realised: of.realised + gained - cost, uncovered: of.uncovered + amount - covered },
  };
}

const none = (token: Address): TokenCost => ({
  token,
  ...{ bought: 0n, paid: 0n, sold: 0n, received: 0n, held: 0n, cost: 0n, realised: 0n, uncovered: 0n },
});
