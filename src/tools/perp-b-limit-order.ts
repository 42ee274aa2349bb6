import * as z from "zod";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { decimalAmount } from "../../schemas/primitives.ts";
import { hyperliquidApi } from "../hyperliquid/hyperliquid-api.ts";
import { wantedOrder } from "../hyperliquid/wanted-order.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { listVenueOrders } from "../store/venueorders/stored-venue-order.ts";
import { perpBMarket } from "./perp-b-market.ts";
import { perpBTool, perpBWords } from "./perp-b-output.ts";
import { hyperliquidPlan, readHyperliquidFacts } from "./read-hyperliquid-facts.ts";
import { defineTool, exitDefaultBps, type ToolContext } from "./tool.ts";

/** The vault's limits bound opening and enlarging, never reducing and closing. */
export const perpBLimitOrder = defineTool({
  name: "perp_b_limit_order",
  aliases: ["hyperliquid_limit_order"],
  description:
    "Orders a Hyperliquid perpetual for the vault: at market or at a limit (gtc, alo, ioc), " +
    "by size or in USD, or closes a position (close: true, or a share of it). The venue " +
    "takes it up seconds later or drops it: perp_b_get_positions says which.",
  ...perpBTool,
  says: [
    [
      "{side:side} {amount:size} {market:coin} at {price:price} on hyperliquid",
      { orderType: "limit" },
    ],
    [
      "~@perpb {side:side} {amount:size} {market:coin} {price:price} [limit] [order] " +
        "[perp|perps] [at|@] [usd|usdc] [place|set|open] [price]",
      { orderType: "limit" },
    ],
    [
      "~@perpb {side:side} {amount:size} {market:coin} [perp|perps] [market] [open|position] " +
        "[order]",
      { orderType: "market" },
    ],
    [
      "~@perpb @cancel|exit|flatten {market:coin} [position|perp] [long|short] [@all]",
      { close: true },
    ],
  ],
  input: z.object({
    coin: z.string().trim().min(1).max(20).describe("The market, as listed: BTC, ETH, HYPE."),
    side: z
      .enum(["buy", "sell"])
      .optional()
      .describe("Needed unless the order only reduces a position."),
    size: z
      .string()
      .trim()
      .max(40)
      .optional()
      .describe(
        'Size in the coin ("0.15"), or of the open position ("50%", "all"), which only reduces it.',
      ),
    notionalUsd: decimalAmount
      .optional()
      .describe("Size in USD at the order's price, in place of size."),
    orderType: z
      .enum(["market", "limit"])
      .optional()
      .describe("Default: limit where a price is given, else market."),
    price: decimalAmount
      .optional()
      .describe("Of a limit order. Rounded to the venue's steps, never past what you gave."),
    reduceOnly: z.boolean().optional().describe("Only makes the position smaller."),
    close: z.boolean().optional().describe("Closes the position, in whole or by `size`."),
    tif: z.enum(["gtc", "ioc", "alo"]).optional().describe("Of a limit order; default gtc."),
    cloid: z
      .string()
      .regex(/^0x(?!0{32})[0-9a-f]{32}$/, "must be 0x and 32 lower-case hex digits, not all 0")
      .optional()
      .describe("Your own id of the order; a random one otherwise."),
  }),
  example: {
    coin: "ETH",
    side: "buy",
    size: "0.05",
    orderType: "limit",
    price: "2900",
    tif: "gtc",
  },
  model: {
    grounding: {
      example: "long 0.5 ETH on Hyperliquid at 2900, or: close half of my ETH long on Hyperliquid",
      acts: [
        ...[
          "long",
          "short",
          "buy",
          "sell",
          "close",
          "exit",
          "flatten",
          "reduce",
          "decrease",
          "trim",
        ],
        ...[
          "open long",
          "open short",
          "add long",
          "add short",
          "increase long",
          "increase short",
          "go long",
          "go short",
        ],
        ...[
          "limit buy",
          "limit sell",
          "limit long",
          "limit short",
          "market buy",
          "market sell",
          "market long",
        ],
        ...["market short", "market close", "place buy", "place sell"],
      ],
      words: `${perpBWords.words} whole entire usd perp perps perpetual position and worth`,
      venue: perpBWords.venue,
      never: [...perpBWords.never, "stop"],
      fields: {
        coin: { is: "token" },
        side: { is: "side", of: "trade" },
        close: { is: "choice", said: { true: ["close", "close out", "exit", "flatten"] } },
        reduceOnly: { is: "choice", said: { true: ["reduce", "reduce only", "decrease", "trim"] } },
        price: { is: "price", after: "at limit price", of: "coin" },
        orderType: {
          is: "choice",
          said: {
            market: ["market", "at market", "market order"],
            limit: ["limit", "limit order"],
          },
          unsaid: ({ price }) => (price === undefined ? "market" : "limit"),
        },
        tif: {
          is: "choice",
          said: {
            gtc: [
              "gtc",
              "good till cancelled",
              "good till canceled",
              "good til cancelled",
              "good til canceled",
            ],
            ioc: ["ioc", "immediate or cancel"],
            alo: ["alo", "post only", "maker only"],
          },
        },
        size: { is: "part", of: "coin" },
        notionalUsd: { is: "dollars", of: "coin" },
        cloid: { is: "key" },
      },
      card: {
        ...perpBWords.card,
        to: "the vault's own account there",
        defaults: {
          price: "at market: at the best offer or up to 1% behind it, at once or not at all",
          tif: ({ price }) =>
            price === undefined
              ? undefined
              : "time in force gtc: it rests until it is filled or cancelled",
          side: "the side that makes the open position smaller",
          size: ({ close, notionalUsd }) =>
            close === true && notionalUsd === undefined ? "all of the open position" : undefined,
          cloid: "an id of its own",
        },
      },
    },
  },
  plan: async (ctx, { coin, cloid, ...wanted }) => {
    const hyperliquid = ctx.deps.api(hyperliquidApi);
    const [read, market, account, isKnown] = await Promise.all([
      readHyperliquidFacts(ctx, "sendRawAction"),
      perpBMarket(ctx, coin),
      hyperliquid.account(ctx.vault),
      cloid === undefined ? allow(false) : isKnownCloid(ctx, cloid),
    ]);
    if (!read.ok) return read;
    if (!isKnown.ok) return isKnown;
    if (isKnown.value)
      return refuse(
        "invalid_request",
        "cloid: an order of this vault has this id already, so neither could be told from " +
          "the other. Take another, or leave it out.",
        { cloid: cloid ?? null },
      );
    if (!market.ok) return market;
    if (!account.ok) return account;
    const { asset, name, szDecimals, isDelisted } = market.value;
    const book = await hyperliquid.book(name);
    if (!book.ok) return book;
    const heldE8 = account.value.positions.find((position) => position.coin === name)?.sizeE8 ?? 0n;
    const around = {
      asset,
      name,
      szDecimals,
      heldE8,
      bidE8: book.value.bidE8,
      askE8: book.value.askE8,
    };
    const isExit = wanted.close === true || wanted.reduceOnly === true;
    // How far behind the best offer a market order may be filled.
    const defaultBps = isExit ? exitDefaultBps(ctx) : SETTINGS_DEFAULTS.slippageBps;
    const made = wantedOrder(wanted, around, ctx.slippageBps ?? defaultBps);
    if (!made.ok) return made;
    const { order, notionalBase, notes } = made.value;
    const ageSec = Math.floor((ctx.deps.clock.nowMs() - book.value.timeMs) / 1_000);
    const { maxPriceAgeSec } = (await ctx.stored()).perpLimits;
    // The pipeline judges the mark; a market order's price comes from the book.
    if (!order.reduceOnly && ageSec > maxPriceAgeSec)
      return refuse(
        "perp_price_stale",
        `The venue's order book is ${ageSec} s old, more than the ${maxPriceAgeSec} s that ` +
          "are accepted. Nothing was built; try again.",
        { priceAgeSec: ageSec, maxPriceAgeSec },
      );
    if (isDelisted && !order.reduceOnly)
      return refuse(
        "perp_market_unknown",
        `coin: ${name} is delisted; positions in it can only be closed.`,
        {
          coin: name,
        },
      );
    const id = BigInt(cloid ?? `0x${randomHex(ctx.deps.randomBytes(16))}`);
    const [size, price] = [formatUnits(order.sizeE8, 8), formatUnits(order.limitPriceE8, 8)];
    const side = order.isBuy ? "buy" : "sell";
    const shownId = `0x${id.toString(16).padStart(32, "0")}`;
    return hyperliquidPlan({ ...order, cloid: id }, read.value, {
      description:
        `${order.isBuy ? "Buy" : "Sell"} ${size} ${name} at ${price} or better ` +
        `(${order.tif}${order.reduceOnly ? ", reduce-only" : ""}), worth ` +
        `${formatUnits(notionalBase, 6)} USDC, on Hyperliquid`,
      lines: [...notes, `Its id at the venue is ${shownId}.`],
      suggestions: [
        "See what became of it with perp_b_get_positions and its cloid",
        "Cancel it with perp_b_cancel_order",
      ],
      data: {
        coin: name,
        side,
        size,
        limitPrice: price,
        notionalUsd: formatUnits(notionalBase, 6),
        tif: order.tif,
        reduceOnly: order.reduceOnly,
        cloid: shownId,
      },
    });
  },
});

/** By the venue's records or by ours, which are kept for a week. */
async function isKnownCloid(
  { deps, vault }: ToolContext,
  cloid: string,
): Promise<Verdict<boolean>> {
  const [found, listed] = await Promise.all([
    deps.api(hyperliquidApi).order(vault, cloid),
    listVenueOrders.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), vault }),
  ]);
  if (!found.ok) return found;
  const kept = [...listed.open, ...listed.ended].some(({ ordered }) => ordered.cloid === cloid);
  return allow(kept || found.value !== null);
}

/** Hex that is never all 0, which the venue takes for "none". */
const randomHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte, index) =>
    (index === 0 ? byte | 1 : byte).toString(16).padStart(2, "0"),
  ).join("");
