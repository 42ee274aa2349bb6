import * as z from "zod";
import { decimalAmount, hexAddress, hexData, unixMs } from "../../schemas/primitives.ts";
import { chainArgument, textOf } from "./chain-argument.ts";
import { planOracleSwap } from "./plan-oracle-swap.ts";
import { defineTool, vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

const tokenText = textOf(100);

export const refreshOracleFeed = defineTool({
  name: "refresh_oracle_feed",
  description:
    "Makes the vaults' price oracle observe a token: a small swap of the vault in the " +
    "oracle's own pool (at most 0.1% of the vault's value; executed at most once a token and " +
    "hour). Tells over how long the oracle's price is a mean, and returns the call that " +
    "widens it, for any wallet.",
  category: "Oracle",
  says: [
    "refresh the feed of {coin:token} with {amount:amount}",
    "~refresh|update|poke|nudge oracle|feed|price {coin:token} {amount:amount} [feed|oracle] " +
      "[price] [with|of|for] [{coin:of}]",
  ],
  ...vaultCall,
  input: z.object({
    token: tokenText.describe(
      "Token whose feed is refreshed: symbol or contract address. Not the chain's coin: it " +
        "has no pool of its own.",
    ),
    tokenIn: tokenText
      .optional()
      .describe("Token to sell: the chain's coin or the token itself. Default: the coin."),
    tokenOut: tokenText.optional().describe("Token to buy: the other of the two."),
    amount: decimalAmount
      .optional()
      .describe(
        'Exact amount to sell, in human units: "0.0001". Give exactly one of amount and amountOut.',
      ),
    amountOut: decimalAmount
      .optional()
      .describe(
        "About how much to buy, in human units: the input for it is computed. Give exactly " +
          "one of amount and amountOut.",
      ),
    viaVault: z.literal(true).optional().describe("Always true: the vault itself trades."),
    chain: chainArgument,
  }),
  example: { token: "GRG", amount: "0.0001" },
  humanOwned: ["viaVault"],
  model: {
    grounding: {
      example: "refresh the oracle feed of GRG with 0.0001 ETH",
      acts: [
        "refresh feed",
        "refresh oracle",
        "update oracle",
        "update feed",
        "poke oracle",
        "poke feed",
      ],
      words: "price chain's amount",
      fields: {
        token: { is: "token" },
        tokenIn: { is: "token" },
        tokenOut: { is: "token" },
        // "using GRG for 0.001 ETH" sells GRG.
        amount: { is: "amount", of: "tokenIn", notAfter: "for" },
        amountOut: { is: "amount", of: "tokenOut", after: "buying" },
        chain: { is: "chain", role: "at" },
      },
      card: {
        venue:
          "the oracle's own pool, which no shield can judge: at most 0.1% of the vault's value",
        to: "the vault",
        defaults: { tokenIn: "the chain's coin is sold, or the token where the coin is bought" },
      },
    },
  },
  output: () =>
    transactionOutput().extend({
      /** Measured by the pipeline, in millionths of the vault's value and of the pool's price. */
      oracleSwap: z.object({ token: hexAddress, sharePpm: z.int(), movePpm: z.int() }).optional(),
      oracleFeed: z
        .object({
          token: hexAddress,
          symbol: z.string(),
          windowSec: z.number(),
          neededSec: z.number(),
          slots: z.int(),
          slotsPaidFor: z.int(),
          slotsNeeded: z.int(),
          tradesToWiden: z.int(),
          callTo: hexAddress,
          callData: hexData,
          /** Within the last hour. */
          lastRefreshAt: unixMs.nullable(),
        })
        .optional(),
    }),
  plan: planOracleSwap,
});
