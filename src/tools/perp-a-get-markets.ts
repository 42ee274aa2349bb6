import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import { GMX, gmxApi } from "../gmx/gmx.ts";
import { gmxReads } from "../gmx/gmx-reads.ts";
import { gmxScale } from "../gmx/gmx-scale.ts";
import { allow } from "../lib/verdict.ts";
import { perpAToken } from "./perp-a-market.ts";
import { defineTool, openRead } from "./tool.ts";

export const perpAGetMarkets = defineTool({
  name: "perp_a_get_markets",
  aliases: ["gmx_get_markets"],
  description:
    "Lists GMX's perpetual markets on Arbitrum: what is traded, price, long and short token, " +
    "and whether a vault's NAV can count a position there (otherwise nothing is opened in " +
    "it).",
  category: "GMX Perpetuals",
  says: ["gmx markets", "~gmx markets|market|list"],
  ...openRead,
  chain: GMX.chainId,
  input: z.object({
    search: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe("Only markets whose name holds this."),
  }),
  example: {},
  output: () => z.object({ markets: z.array(market()) }),
  run: async (ctx, { search }) => {
    const { deps } = ctx;
    const chain = deps.chain(GMX.chainId);
    const snapshot = await deps.api(gmxApi).snapshot();
    if (!snapshot.ok) return snapshot;
    const { markets, tokens, tickers } = snapshot.value;
    const token = perpAToken(snapshot.value, chain.addresses.wrappedNative);
    const listed = markets.filter(
      ({ isListed, name, indexToken }) =>
        isListed &&
        tokens.has(indexToken) &&
        (search === undefined || name.toLowerCase().includes(search.toLowerCase())),
    );
    const index = [...new Set(listed.map(({ indexToken }) => indexToken))];
    const [feeds] = await chain.rpc.send([
      aggregateCalls(
        chain.addresses.multicall3,
        index.map((address) => gmxReads.feedPrice(address)),
      ),
    ]);
    const nowMs = deps.clock.nowMs();
    const shown = listed.map(({ market, name, indexToken, longToken, shortToken }) => {
      const ticker = tickers.get(indexToken);
      const feed = feeds.ok ? feeds.value[index.indexOf(indexToken)] : undefined;
      const price = (value: bigint) => gmxScale.priceText(value, token.decimals(indexToken));
      return {
        market,
        name,
        indexToken,
        longToken,
        shortToken,
        symbol: tokens.get(indexToken)?.symbol ?? "",
        indexDecimals: token.decimals(indexToken),
        longSymbol: token.symbol(longToken),
        shortSymbol: token.symbol(shortToken),
        minPrice: ticker ? price(ticker.min) : null,
        maxPrice: ticker ? price(ticker.max) : null,
        priceAgeSec: ticker ? Math.trunc((nowMs - ticker.updatedAtMs) / 1_000) : null,
        countsInNav:
          feed === undefined || (!feed.ok && feed.kind === "unavailable") ? null : feed.ok,
      };
    });
    const line = ({ name, minPrice, countsInNav }: (typeof shown)[number]) =>
      `${name}: ${minPrice ?? "no price"}${minPrice === null ? "" : " USD"}${countsInNav === false ? ", not for vaults: no Chainlink feed on chain" : ""}`;
    return allow({
      message: shown.length === 0 ? "GMX lists no such market." : shown.map(line).join("\n"),
      data: { markets: shown },
    });
  },
});

const market = () =>
  z.object({
    market: hexAddress,
    name: z.string(),
    symbol: z.string(),
    indexToken: hexAddress,
    indexDecimals: z.int(),
    longToken: hexAddress,
    longSymbol: z.string(),
    shortToken: hexAddress,
    shortSymbol: z.string(),
    minPrice: z.string().nullable(),
    maxPrice: z.string().nullable(),
    priceAgeSec: z.number().nullable(),
    countsInNav: z.boolean().nullable().describe("null: the chain could not be asked."),
  });
