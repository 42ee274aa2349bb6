import * as z from "zod";
import { assetOf } from "./asset-of.ts";
import { playedOrder } from "./played-order.ts";
import type { Scene } from "./scene.ts";
import { table } from "./table.ts";

/** One amount at both venues and at the better of the two, each beside the vault's oracle. */
export const quotesScene: Scene = {
  title: `Quotes for selling ${playedOrder.sliceAmount} ${playedOrder.sellToken}`,
  play: async ({ manifest, api, chain, print }) => {
    const { sellToken, buyToken, sliceAmount, sliceAmountBase } = playedOrder;
    const [sell, buy] = [assetOf(chain, sellToken), assetOf(chain, buyToken)];
    const taker = manifest.vault;
    const [best, aggregator, poolDex] = await Promise.all([
      api.get("/api/quote", {
        sell: sellToken,
        buy: buyToken,
        amount: sliceAmount,
        chain: "base",
        taker,
      }),
      api.get("/api/quote/0x", {
        ...{ chainId: "8453", sellToken, buyToken, sellAmount: String(sliceAmountBase), taker },
      }),
      api.post("/api/quote/uniswap", {
        ...{
          type: "EXACT_INPUT",
          amount: String(sliceAmountBase),
          tokenIn: sell.address,
          tokenOut: buy.address,
        },
        ...{ tokenInChainId: 8453, tokenOutChainId: 8453, swapper: taker },
        ...{ slippageTolerance: 1, routingPreference: "CLASSIC" },
      }),
    ]);
    const out = (amount: unknown) =>
      chain.shown({ asset: buy, amountBase: BigInt(z.string().parse(amount)) });
    const uniswapOut = z.object({ output: z.object({ amount: z.string() }) }).parse(poolDex.quote)
      .output.amount;
    print(
      table([
        ["0x", out(aggregator.buyAmount), againstOracle(aggregator, out)],
        ["uniswap", out(uniswapOut), againstOracle(poolDex, out)],
        [
          "best",
          out(best.buyAmount),
          `from ${best.source} at ${best.price} ${buyToken} per ${sellToken}`,
        ],
      ]),
    );
    print("");
  },
};

function againstOracle(answer: Record<string, unknown>, out: (amount: unknown) => string): string {
  if (answer.priceFeedExists !== true) return "no oracle price";
  const deltaBps = z.number().parse(answer.deltaBps);
  const side = deltaBps >= 0 ? "below" : "above";
  return `${Math.abs(deltaBps)} bps ${side} the oracle's ${out(answer.oracleAmount)}`;
}
