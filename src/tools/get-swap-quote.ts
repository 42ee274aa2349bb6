import { zeroAddress } from "viem";
import * as z from "zod";
import { oracleEnrichment } from "../../schemas/quote.ts";
import { swapArguments } from "../../schemas/swap-arguments.ts";
import { swapMeta } from "../../schemas/unsigned-transaction.ts";
import { allow } from "../lib/verdict.ts";
import { swapMetaOf, swapWords } from "../pipeline/swap-words.ts";
import { quoteWithOracle } from "../venues/quote-with-oracle.ts";
import { human } from "./call-facts.ts";
import { defineTool, openRead, slippageOf } from "./tool.ts";
import { wantedSwap } from "./wanted-swap.ts";

export const getSwapQuote = defineTool({
  name: "get_swap_quote",
  aliases: ["quote", "get_quote"],
  description:
    "Quotes a swap and compares it with the on-chain oracle. Read-only; use build_vault_swap " +
    "for a transaction.",
  category: "Spot Trading",
  says: [
    "quote selling {number:amountIn} {token:tokenIn} for {token:tokenOut}",
    "quote buying {number:amountOut} {token:tokenOut} with {token:tokenIn}",
    [
      "what|how [much] does|do one|a|an {coin:tokenIn} cost [in] {coin:tokenOut}",
      { amountIn: "1" },
    ],
    ["{coin:tokenIn} how much|many [now]", { tokenOut: "USDC", amountIn: "1" }],
    ["rate|price|quote [of|for] {coin:tokenIn} / {coin:tokenOut}", { amountIn: "1" }],
    ["{coin:tokenIn} / {coin:tokenOut} rate|price|quote", { amountIn: "1" }],
    "what|how [much] does|do {number:amountOut} {coin:tokenOut} cost [in] {coin:tokenIn}",
    ["what|how [much] does|do {number:amountOut} {coin:tokenOut} cost", { tokenIn: "USDC" }],
    ["how|what [much] is|are {number:amountIn} {coin:tokenIn} [worth]", { tokenOut: "USDC" }],
    "~how much|many {coin:tokenOut} for|get|give|cost|bring|fetch|from|buy|receive " +
      "{number:amountIn} {coin:tokenIn} [would|will|does]",
    "get|receive for {number:amountIn} {coin:tokenIn} in|to {coin:tokenOut}",
    "what [does|do] {number:amountIn} {coin:tokenIn} go|sell|trade for [in] {coin:tokenOut}",
    "pay for {number:amountOut} {coin:tokenOut} in|with {coin:tokenIn}",
    [
      "~what|how|much get|receive {number:amountIn} {coin:tokenIn} [if] [sell|swap|sold] " +
        "[would|will|do|can] [much] [for]",
      { tokenOut: "USDC" },
    ],
    "how|what [much|many] {coin:tokenIn} [do] [i] [need|cost] to buy|get|acquire|have " +
      "{number:amountOut} {coin:tokenOut}",
    "~how|what much|many|amount {coin:tokenIn} " +
      "need|needed|necessary|pay|required|takes|spend|costs {number:amountOut} {coin:tokenOut} " +
      "[would|is|cost|get|acquire|buy|have|take]",
    [
      "~price|value|worth|trading|rate|quote|trade|trades {coin:tokenIn} [of] [in] [at] " +
        "[per] [now|current|currently|spot|latest]",
      { tokenOut: "USDC", amountIn: "1" },
    ],
    [
      "how|what|where [much] is|does|about {coin:tokenIn} [at|doing|cost|trading]",
      { tokenOut: "USDC", amountIn: "1" },
    ],
    [
      "~price|value|worth|trading|rate|ratio|terms|against|vs {coin:tokenIn} {coin:tokenOut} " +
        "[of] [in] [price]",
      { amountIn: "1" },
    ],
    "price|value|worth|what|how [much] [of] [is] {number:amountIn} {coin:tokenIn} [worth] in " +
      "{coin:tokenOut}",
    ["{coin:tokenIn} in {coin:tokenOut}", { amountIn: "1" }],
    ["{coin:tokenIn} / {coin:tokenOut}", { amountIn: "1" }],
  ],
  ...openRead,
  input: swapArguments,
  asksVenues: ({ dex }) => dex === undefined,
  example: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
  output: () => z.object({ swapMeta, ...oracleEnrichment.shape }),
  run: async (ctx, input) => {
    const wanted = await wantedSwap(ctx, input);
    if (!wanted.ok) return wanted;
    const { venues, tokenIn, tokenOut, mode, amountBase } = wanted.value;
    const taker = ctx.vault === zeroAddress ? {} : { taker: ctx.vault };
    const quoted = await quoteWithOracle(
      ctx.deps,
      venues,
      { chainId: ctx.chainId, tokenIn, tokenOut, mode, amountBase, ...taker },
      slippageOf(ctx),
    );
    if (!quoted.ok) return quoted;
    const { quote, oracle, said } = quoted.value;
    const meta = swapMetaOf(quote);
    const limit =
      mode === "exactIn"
        ? `at least ${human(tokenOut, quote.limitBase)}`
        : `at most ${human(tokenIn, quote.limitBase)}`;
    const lines = [
      `Sell ${swapWords(quote, ctx.deps.tables)}.`,
      `Price: ${meta.price}`,
      ...(said === undefined ? [] : [said]),
      `Slippage: ${quote.request.slippageBps} bps (${limit})`,
      oracle.priceFeedExists
        ? `Oracle: ${oracle.deltaBps} bps from its spot price (positive: the venue is worse)`
        : "Oracle: no price feed for this pair",
    ];
    return allow({
      message: lines.join("\n"),
      suggestions: ["Build this swap with build_vault_swap"],
      data: { swapMeta: meta, ...oracle },
    });
  },
});
