import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, hexHash } from "../../schemas/primitives.ts";
import type { Token } from "../chain/resolve-token.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { BoundedAmounts, PairAmounts } from "../liquidity/position-amounts.ts";
import { transactionOutput } from "./transaction-output.ts";

/** What was planned is told where it was not sent yet. */
export const liquidityOutput = () =>
  transactionOutput().extend({
    poolId: hexHash.optional(),
    /** null: it gets its id with the transaction. */
    tokenId: baseUnits.nullable().optional(),
    tickLower: z.int().optional(),
    tickUpper: z.int().optional(),
    liquidity: baseUnits.optional(),
    /** In the pool's order; `boundBase`: most that goes in, or least that comes out. */
    amounts: z.array(amount().extend({ direction: z.enum(["in", "out"]), boundBase: baseUnits })).optional(),
    /** Opens the pool at this price, of currency1 for one currency0; nothing of the vault's moves. */
    opens: z.object({ sqrtPriceX96: baseUnits, price: z.string() }).optional(),
    /** As far as they were known. */
    fees: z.array(amount()).optional(),
  });

const amount = () =>
  z.object({
    token: hexAddress,
    symbol: z.string(),
    decimals: z.int(),
    amount: decimalAmount,
    amountBase: baseUnits,
  });

/** Arguments of the tools for one position. */
export const positionArguments = z.object({
  tokenId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,77})$/, "must be a position's id, as a string of digits")
    .describe("Id of the vault's position, as get_lp_positions lists it."),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
});

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
