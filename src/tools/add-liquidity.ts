import * as z from "zod";
import { poolArguments } from "../../schemas/pool-arguments.ts";
import { decimalAmount } from "../../schemas/primitives.ts";
import { lpTool } from "./liquidity-output.ts";
import { planLiquidityEntry } from "./plan-liquidity-entry.ts";
import { defineTool } from "./tool.ts";

export const addLiquidity = defineTool({
  name: "add_liquidity",
  aliases: ["build_lp_add"],
  description:
    "Adds the vault's tokens to a Uniswap v4 pool behind the Swap Shield (pool price against " +
    "oracle) and the NAV Shield, with maximum amounts: a new position, or more of the one it " +
    "has in the same range. A pool that does not exist yet is opened first, at the oracle's " +
    "price, by a transaction of its own. Returns an unsigned transaction, or executes it in " +
    "delegated mode.",
  ...lpTool,
  says: [
    "add liquidity to {pair} {fee:fee}: {amount:amount} {coin:of}, {range:tickRange}",
    "~add|provide|lp|deposit|open|put|supply {pair} {fee:fee} {amount:amount} {coin:of} " +
      "{range:tickRange} [lp|liquidity|range|position|pool] [lp|liquidity|range|position|pool] " +
      "[new|from] [up]",
  ],
  input: z.object({
    tokenA: poolArguments.tokenA,
    tokenB: poolArguments.tokenB,
    fee: poolArguments.fee,
    amountA: decimalAmount
      .optional()
      .describe(
        "How much of tokenA, in human units. With one amount the other follows from price " +
          "and range.",
      ),
    amountB: decimalAmount
      .optional()
      .describe("How much of tokenB. With both amounts, what is used up first decides."),
    tickRange: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .describe(
        'Where it earns: "full"; "1800,3200", prices of tokenA in tokenB; "+-10%" around the ' +
          "pool's price; or the pool's own ticks, \"ticks:-200000,-196000\".",
      ),
    tickSpacing: poolArguments.tickSpacing.optional(),
    hooks: poolArguments.hooks.optional(),
    chain: poolArguments.chain.optional(),
  }),
  example: { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "0.5", tickRange: "+-10%" },
  humanOwned: ["hooks"],
  model: {
    grounding: {
      example: "add liquidity to ETH/USDC 0.05%: 0.5 ETH, +-10%",
      acts: ["add liquidity", "provide liquidity", "add lp", "open lp"],
      words:
        "and pool fee fees tier range spread between either side position new price prices " +
        "tick spacing v4 uniswap",
      fields: {
        tokenA: { is: "token" },
        tokenB: { is: "token" },
        fee: { is: "fee" },
        tickRange: { is: "range", pair: ["tokenA", "tokenB"] },
        amountA: { is: "amount", of: "tokenA" },
        amountB: { is: "amount", of: "tokenB" },
        tickSpacing: { is: "number", after: "spacing" },
        chain: { is: "chain", role: "at" },
      },
      card: {
        venue: "Uniswap v4",
        to: "a position of the vault",
        defaults: {
          amountA: "the first token follows from price and range",
          amountB: "the second token follows from price and range",
          tickSpacing: "the usual tick spacing of the fee",
          hooks: "no hook",
        },
      },
    },
  },
  plan: planLiquidityEntry,
});
