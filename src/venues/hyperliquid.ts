import * as z from "zod";
import { scaledDecimal } from "../lib/parse-units.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { badResponse, callPath, type OpenVenue } from "./call-venue.ts";
import type { HyperliquidVenue, PerpOrder } from "./hyperliquid-port.ts";

const NAME = "Hyperliquid";

/** Base units; finer digits are cut off. */
const scaled = (decimals: number) =>
  z.string().transform((text, issues) => {
    const value = scaledDecimal(text, decimals);
    if (value === undefined) issues.addIssue("not a decimal");
    return value ?? z.NEVER;
  });
const [e8, usd] = [scaled(8), scaled(6)];
const ms = z.int().min(0);
const side = z.enum(["B", "A"]).transform((one) => one === "B");
const orNull = z
  .string()
  .nullish()
  .transform((one) => one ?? null);

// Only the fields that are read. Source: docs/facts/hyperliquid.md 4.
const meta = z.object({
  universe: z.array(
    z.object({
      name: z.string(),
      szDecimals: z.int().min(0).max(6),
      maxLeverage: z.int().min(1),
      onlyIsolated: z.boolean().default(false),
      isDelisted: z.boolean().default(false),
    }),
  ),
});
const contexts = z.array(z.object({ markPx: e8, oraclePx: e8, funding: z.string().nullish() }));
const markets = z
  .object({ list: z.tuple([meta, contexts]) })
  .transform(({ list: [{ universe }, prices] }, issues) => {
    if (universe.length !== prices.length) issues.addIssue("not a price for each market");
    return universe.flatMap((market, asset) => {
      const price = prices[asset];
      if (price === undefined) return [];
      const { markPx, oraclePx, funding } = price;
      return [
        { asset, ...market, markPriceE8: markPx, oraclePriceE8: oraclePx, funding: funding ?? "0" },
      ];
    });
  });
const level = z.array(z.object({ px: e8 }));
const book = z
  .object({ time: ms, levels: z.tuple([level, level]) })
  .transform(({ time, levels: [bids, asks] }) => ({
    bidE8: bids[0]?.px,
    askE8: asks[0]?.px,
    timeMs: time,
  }));
const account = z
  .object({
    marginSummary: z.object({ accountValue: usd, totalNtlPos: usd, totalMarginUsed: usd }),
    withdrawable: usd,
    assetPositions: z.array(
      z.object({
        position: z.object({
          coin: z.string(),
          szi: e8,
          entryPx: e8.nullish(),
          positionValue: usd,
          unrealizedPnl: usd,
          marginUsed: usd,
          liquidationPx: z.string().nullish(),
          leverage: z.object({ type: z.enum(["cross", "isolated"]), value: z.number() }),
          cumFunding: z.object({ sinceOpen: usd }).optional(),
        }),
      }),
    ),
  })
  .transform(({ marginSummary, withdrawable, assetPositions }) => ({
    accountValueBase: marginSummary.accountValue,
    notionalBase: marginSummary.totalNtlPos,
    marginUsedBase: marginSummary.totalMarginUsed,
    withdrawableBase: withdrawable,
    positions: assetPositions.map(({ position: p }) => ({
      coin: p.coin,
      sizeE8: p.szi,
      entryPriceE8: p.entryPx ?? 0n,
      valueBase: p.positionValue,
      unrealizedPnlBase: p.unrealizedPnl,
      marginUsedBase: p.marginUsed,
      liquidationPrice: p.liquidationPx ?? null,
      leverage: p.leverage.value,
      isIsolated: p.leverage.type === "isolated",
      fundingPaidBase: p.cumFunding?.sinceOpen ?? 0n,
    })),
  }));
const spot = z
  .object({ balances: z.array(z.object({ token: z.int(), total: e8 })) })
  .transform(({ balances }) => balances.find(({ token }) => token === 0)?.total ?? 0n);
const order = z
  .object({
    coin: z.string(),
    side,
    limitPx: e8,
    sz: e8,
    origSz: e8,
    oid: z.int(),
    timestamp: ms,
    reduceOnly: z.boolean(),
    tif: orNull,
    cloid: orNull,
  })
  .transform(
    ({
      side: isBuy,
      limitPx: limitPriceE8,
      sz,
      origSz: sizeE8,
      timestamp: placedMs,
      ...rest
    }): PerpOrder => ({
      ...rest,
      isBuy,
      limitPriceE8,
      leftE8: sz,
      sizeE8,
      placedMs,
    }),
  );
const listOf = <T extends z.ZodType>(entry: T) =>
  z.object({ list: z.array(entry) }).transform(({ list }) => list);
const orders = listOf(order);
const orderState = z
  .discriminatedUnion("status", [
    z.object({ status: z.literal("unknownOid") }),
    z.object({
      status: z.literal("order"),
      order: z.object({ order, status: z.string().max(60), statusTimestamp: ms }),
    }),
  ])
  .transform((found) => {
    if (found.status === "unknownOid") return null;
    return {
      order: found.order.order,
      status: found.order.status,
      statusMs: found.order.statusTimestamp,
    };
  });
const fills = listOf(
  z
    .object({
      coin: z.string(),
      px: e8,
      sz: e8,
      side,
      time: ms,
      oid: z.int(),
      fee: usd,
      closedPnl: usd,
      cloid: orNull,
    })
    .transform(({ px, sz, side: isBuy, time, fee, closedPnl, ...rest }) => ({
      ...rest,
      isBuy,
      priceE8: px,
      sizeE8: sz,
      feeBase: fee,
      closedPnlBase: closedPnl,
      timeMs: time,
    })),
);
const delta = z.object({
  type: z.string(),
  usdc: usd.optional(),
  amount: usd.optional(),
  toPerp: z.boolean().optional(),
});
const ledger = listOf(
  z.object({ time: ms, delta }).transform(({ time, delta: { type, usdc, amount, toPerp } }) => ({
    type,
    amountBase: usdc ?? amount,
    toPerp,
    timeMs: time,
  })),
);

/** Asks POST /info, which needs no key. One request per question. */
export function createHyperliquid(options: OpenVenue): HyperliquidVenue {
  const ask = async <T>(question: object, schema: z.ZodType<T>): Promise<Verdict<T>> => {
    const got = await callPath(NAME, options, "/info", {}, question);
    if (!got.ok) return got;
    const parsed = got.value.status >= 400 ? undefined : schema.safeParse(got.value.body);
    return parsed?.success ? allow(parsed.data) : badResponse(NAME);
  };
  return {
    markets: () => ask({ type: "metaAndAssetCtxs" }, markets),
    book: (coin) => ask({ type: "l2Book", coin }, book),
    account: (user) => ask({ type: "clearinghouseState", user }, account),
    spotUsdcE8: (user) => ask({ type: "spotClearinghouseState", user }, spot),
    openOrders: (user) => ask({ type: "frontendOpenOrders", user }, orders),
    order: (user, oid) => ask({ type: "orderStatus", user, oid }, orderState),
    fills: (user) => ask({ type: "userFills", user }, fills),
    ledger: (user, sinceMs) =>
      ask({ type: "userNonFundingLedgerUpdates", user, startTime: sinceMs }, ledger),
  };
}
