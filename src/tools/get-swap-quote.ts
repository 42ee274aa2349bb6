import { zeroAddress } from "viem";
import { swapArguments } from "../../schemas/swap-arguments.ts";
import { oracleSpot } from "../chain/oracle-spot.ts";
import { swapMetaOf } from "../execution/swap-meta-of.ts";
import { allow } from "../lib/allow.ts";
import { formatUnits } from "../lib/format-units.ts";
import { enrichQuote } from "../venues/enrich-quote.ts";
import { slippageOf } from "./slippage-of.ts";
import { defineTool } from "./tool.ts";
import { wantedSwap } from "./wanted-swap.ts";

/** A venue's price beside the oracle's spot. Needs no vault and builds nothing. */
export const getSwapQuote = defineTool({
  name: "get_swap_quote",
  aliases: ["quote", "get_quote"],
  description: "Quotes a swap at one venue and compares it with the on-chain oracle. Read-only; use build_vault_swap for a transaction.",
  category: "Spot Trading",
  access: "anonymous",
  effect: "read",
  input: swapArguments,
  example: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
  run: async (ctx, input) => {
    const wanted = await wantedSwap(ctx, input);
    if (!wanted.ok) return wanted;
    const { venue, tokenIn, tokenOut, mode, amountBase } = wanted.value;
    const { rpc, addresses } = ctx.deps.chain(ctx.chainId);
    // Judged on the output for exact input, on the input for exact output (decision 28).
    const pair = mode === "exactIn" ? { tokenIn: tokenIn.address, tokenOut: tokenOut.address } : { tokenIn: tokenOut.address, tokenOut: tokenIn.address };
    const taker = ctx.vault === zeroAddress ? {} : { taker: ctx.vault };
    const [quoted, outcomes] = await Promise.all([
      slippageOf(ctx).then((slippageBps) => ctx.deps.venue(venue).quote({ chainId: ctx.chainId, tokenIn, tokenOut, mode, amountBase, slippageBps, ...taker })),
      rpc.send(oracleSpot.calls(addresses, pair)),
    ]);
    if (!quoted.ok) return quoted;
    const quote = quoted.value;
    const oracle = enrichQuote({ mode, amountInBase: quote.amountInBase, amountOutBase: quote.amountOutBase }, oracleSpot.amount(addresses, pair, amountBase, outcomes));
    if (!oracle.ok) return oracle;
    const meta = swapMetaOf(quote);
    const limit = mode === "exactIn" ? `at least ${formatUnits(quote.limitBase, tokenOut.decimals)} ${tokenOut.symbol}` : `at most ${formatUnits(quote.limitBase, tokenIn.decimals)} ${tokenIn.symbol}`;
    const lines = [
      `Sell ${meta.sellAmount} ${meta.sellToken} for ${meta.buyAmount} ${meta.buyToken} on ${venue}.`,
      `Price: ${meta.price}`,
      `Slippage: ${quote.request.slippageBps} bps (${limit})`,
      oracle.value.priceFeedExists ? `Oracle: ${oracle.value.deltaBps} bps from its spot price (positive: the venue is worse)` : "Oracle: no price feed for this pair",
    ];
    return allow({ message: lines.join("\n"), suggestions: ["Build this swap with build_vault_swap"], data: { swapMeta: meta, ...oracle.value } });
  },
});
