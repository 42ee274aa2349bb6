import * as z from "zod";
import { baseUnits, hexHash } from "../../schemas/primitives.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { BoundedAmounts, PairAmounts } from "../liquidity/position-amounts.ts";
import { amountOf, human, tokenAmount } from "./call-facts.ts";
import { chainArgument } from "./chain-argument.ts";
import { vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

export const liquidityOutput = () =>
  transactionOutput().extend({
    poolId: hexHash.optional(),
    /** null before the mint. */
    tokenId: baseUnits.nullable().optional(),
    tickLower: z.int().optional(),
    tickUpper: z.int().optional(),
    liquidity: baseUnits.optional(),
    /** In the pool's order. `boundBase` is the most that goes in or the least that comes out. */
    amounts: z
      .array(tokenAmount().extend({ direction: z.enum(["in", "out"]), boundBase: baseUnits }))
      .optional(),
    /** Price of currency1 for one currency0 at which the pool opens; the vault moves nothing. */
    opens: z.object({ sqrtPriceX96: baseUnits, price: z.string() }).optional(),
    /** Only where known. */
    fees: z.array(tokenAmount()).optional(),
  });

/** Common part of the tools that change a position. */
export const lpTool = { category: "Uniswap v4 LP", ...vaultCall, output: liquidityOutput } as const;

const positionArguments = z.object({
  tokenId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,77})$/, "must be a position's id, as a string of digits")
    .describe("Id of the vault's position, as get_lp_positions lists it."),
  chain: chainArgument,
});

/** The same for a position that exists. */
export const positionTool = {
  ...lpTool,
  input: positionArguments,
  example: { tokenId: "14" },
} as const;

/** Its arguments in words. */
export const positionFields = {
  tokenId: { is: "number" },
  chain: { is: "chain", role: "at" },
} as const;

type Pair = { token0: Token; token1: Token };

/** Amounts of a pair: in words, as lines, and as data. */
export const plannedAmounts = {
  pair: ({ token0, token1 }: Pair, { amount0Base, amount1Base }: PairAmounts): string =>
    `${human(token0, amount0Base)} and ${human(token1, amount1Base)}`,
  lines: (pair: Pair, { amounts, bounds, direction }: BoundedAmounts): string[] => [
    `${direction === "in" ? "Goes in" : "Comes out"}: about ${plannedAmounts.pair(pair, amounts)}`,
    `${direction === "in" ? "At most" : "At least"}: ${plannedAmounts.pair(pair, bounds)}, ` +
      "or it does not happen",
  ],
  data: (pair: Pair, { amounts, bounds, direction }: BoundedAmounts) =>
    plannedAmounts.plain(pair, amounts).map((one, index) => ({
      ...one,
      direction,
      boundBase: (index === 0 ? bounds.amount0Base : bounds.amount1Base).toString(),
    })),
  plain: ({ token0, token1 }: Pair, { amount0Base, amount1Base }: PairAmounts) => [
    amountOf(token0, amount0Base),
    amountOf(token1, amount1Base),
  ],
};
