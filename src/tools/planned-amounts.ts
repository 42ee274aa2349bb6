import type { Token } from "../chain/token.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { BoundedAmounts, PairAmounts } from "../liquidity/position-amounts.ts";

type Pair = { token0: Token; token1: Token };

export const plannedAmounts = {
  pair: ({ token0, token1 }: Pair, { amount0Base, amount1Base }: PairAmounts): string =>
    `${human(token0, amount0Base)} and ${human(token1, amount1Base)}`,
  lines: (pair: Pair, { amounts, bounds, direction }: BoundedAmounts): string[] => [
    `${direction === "in" ? "Goes in" : "Comes out"}: about ${plannedAmounts.pair(pair, amounts)}`,
    `${direction === "in" ? "At most" : "At least"}: ${plannedAmounts.pair(pair, bounds)}, or it does not happen`,
  ],
  data: (pair: Pair, { amounts, bounds, direction }: BoundedAmounts) =>
    plannedAmounts.plain(pair, amounts).map((one, index) => ({
      ...one,
      direction,
      boundBase: (index === 0 ? bounds.amount0Base : bounds.amount1Base).toString(),
    })),
  plain: ({ token0, token1 }: Pair, { amount0Base, amount1Base }: PairAmounts) => [
    plain(token0, amount0Base),
    plain(token1, amount1Base),
  ],
};

const human = ({ symbol, decimals }: Token, amountBase: bigint): string =>
  `${formatUnits(amountBase, decimals)} ${symbol}`;

const plain = ({ address, symbol, decimals }: Token, amountBase: bigint) => ({
  token: address,
  symbol,
  decimals,
  amount: formatUnits(amountBase, decimals),
  amountBase: amountBase.toString(),
});
