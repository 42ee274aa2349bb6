import * as z from "zod";
import { hyperliquidApi } from "../hyperliquid/hyperliquid-api.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow } from "../lib/verdict.ts";
import { listedPerpBMarket } from "./perp-b-market.ts";
import { defineTool, openRead } from "./tool.ts";

export const perpBGetMarkets = defineTool({
  name: "perp_b_get_markets",
  aliases: ["hyperliquid_get_markets"],
  description:
    "Lists Hyperliquid's perpetual markets, or one of them: mark and oracle price, funding " +
    "per hour, decimals of sizes, most leverage.",
  category: "Hyperliquid Perpetuals",
  says: ["hyperliquid markets", "~@perpb markets|market|coins|list|perps"],
  ...openRead,
  chain: 999,
  input: z.object({
    coin: z.string().trim().min(1).max(20).optional().describe("One market alone, such as BTC."),
  }),
  example: {},
  output: () =>
    z.object({
      markets: z.array(
        z.object({
          coin: z.string(),
          asset: z.int(),
          markPrice: z.string(),
          oraclePrice: z.string(),
          fundingPerHour: z
            .string()
            .describe("A fraction: 0.0001 is 0.01%. Longs pay shorts where it is positive."),
          szDecimals: z.int(),
          maxLeverage: z.int(),
          onlyIsolated: z
            .boolean()
            .describe("The service opens nothing here, and closes what is open."),
        }),
      ),
    }),
  run: async (ctx, { coin }) => {
    const all = await ctx.deps.api(hyperliquidApi).markets();
    const read = all.ok && coin !== undefined ? listedPerpBMarket(all.value, coin) : all;
    if (!read.ok) return read;
    const markets = [read.value]
      .flat()
      .filter(({ isDelisted }) => coin !== undefined || !isDelisted);
    const shown = markets.map((one) => ({
      coin: one.name,
      asset: one.asset,
      markPrice: formatUnits(one.markPriceE8, 8),
      oraclePrice: formatUnits(one.oraclePriceE8, 8),
      fundingPerHour: one.funding,
      szDecimals: one.szDecimals,
      maxLeverage: one.maxLeverage,
      onlyIsolated: one.onlyIsolated,
    }));
    const lines = shown.map(
      (one) =>
        `${one.coin}: mark ${one.markPrice}, oracle ${one.oraclePrice}, funding ` +
        `${one.fundingPerHour} an hour, up to ${one.maxLeverage}x`,
    );
    return allow({ message: lines.join("\n"), data: { markets: shown } });
  },
});
