import type {
  ClearinghouseStateResponse,
  FrontendOpenOrdersResponse,
  L2BookResponse,
  MetaResponse,
  OrderStatusResponse,
  SpotClearinghouseStateResponse,
  UserFillsResponse,
} from "@nktkas/hyperliquid/api/info";
import * as z from "zod";
import { bookOf } from "./book-of.ts";
import type { CoreAccount, CoreOrder } from "./core-account.ts";
import type { CoreMarket } from "./core-markets.ts";
import { coreText } from "./core-text.ts";
import { marginOf } from "./margin-of.ts";
import { ntlOf } from "./ntl-of.ts";

type Core = {
  markets: readonly CoreMarket[];
  account: (address: string) => CoreAccount;
  nowMs: number;
  bookMs: number;
};

const { e8, usd } = coreText;
const user = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const request = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["meta", "allMids", "metaAndAssetCtxs"]) }),
  z.object({ type: z.literal("l2Book"), coin: z.string() }),
  z.object({
    type: z.enum([
      "clearinghouseState",
      "spotClearinghouseState",
      "openOrders",
      "frontendOpenOrders",
      "userFills",
    ]),
    user,
  }),
  z.object({
    type: z.literal("orderStatus"),
    user,
    oid: z.union([z.int(), z.string().regex(/^0x[0-9a-f]{32}$/)]),
  }),
  z.object({ type: z.literal("userNonFundingLedgerUpdates"), user, startTime: z.int() }),
]);

/**
 * POST /info, with the shapes of the kept SDK's types (@nktkas/hyperliquid). Undefined: the venue
 * answers 422 to what it cannot read.
 */
export function answerInfo(core: Core, body: unknown): { answer: unknown } | undefined {
  const read = request.safeParse(body);
  if (!read.success) return undefined;
  const asked = read.data;
  switch (asked.type) {
    case "meta":
      return { answer: meta(core) };
    case "allMids":
      return {
        answer: Object.fromEntries(core.markets.map(({ name, priceE8 }) => [name, e8(priceE8)])),
      };
    case "metaAndAssetCtxs":
      return { answer: [meta(core), core.markets.map(context)] };
    case "l2Book":
      return { answer: book(core, asked.coin) };
    case "clearinghouseState":
      return { answer: perpetuals(core, core.account(asked.user)) };
    case "spotClearinghouseState":
      return { answer: spot(core.account(asked.user)) };
    case "openOrders":
    case "frontendOpenOrders":
      return { answer: openOf(core.account(asked.user)).map((order) => shown(core, order)) };
    case "userFills":
      return { answer: fills(core, core.account(asked.user)) };
    case "orderStatus":
      return { answer: orderStatus(core, core.account(asked.user), asked.oid) };
    case "userNonFundingLedgerUpdates":
      return {
        answer: core
          .account(asked.user)
          .ledger.filter(({ timeMs }) => timeMs >= asked.startTime)
          .map(({ timeMs, delta }) => ({ time: timeMs, hash: `0x${"0".repeat(64)}`, delta })),
      };
  }
}

const meta = ({ markets }: Core): MetaResponse => ({
  universe: markets.map(({ name, szDecimals, maxLeverage, onlyIsolated }) => ({
    ...{ name, szDecimals, maxLeverage, marginTableId: maxLeverage },
    ...(onlyIsolated && { onlyIsolated }),
  })),
  marginTables: [],
  collateralToken: 0,
});

const context = ({ priceE8 }: CoreMarket) => {
  const price = e8(priceE8);
  return {
    ...{
      prevDayPx: price,
      dayNtlVlm: "1000000.0",
      markPx: price,
      midPx: price,
      funding: "0.0000125",
    },
    ...{
      openInterest: "1000.0",
      premium: "0.0",
      oraclePx: price,
      impactPxs: [price, price],
      dayBaseVlm: "100.0",
    },
  };
};

function book({ markets, bookMs }: Core, coin: string): L2BookResponse {
  const market = markets.find(({ name }) => name === coin);
  if (market === undefined) return null;
  const { bidE8, askE8 } = bookOf(market);
  const level = (price: bigint) => [{ px: e8(price), sz: "1000.0", n: 3 }];
  return { coin, time: bookMs, levels: [level(bidE8), level(askE8)] };
}

function perpetuals(core: Core, account: CoreAccount): ClearinghouseStateResponse {
  const margin = marginOf(account, core.markets);
  const summary = {
    accountValue: usd(margin.accountValueBase),
    totalNtlPos: usd(margin.notionalBase),
    totalRawUsd: usd(margin.rawUsdBase),
    totalMarginUsed: usd(margin.marginUsedBase),
  };
  return {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: usd(margin.maintenanceBase),
    withdrawable: usd(margin.withdrawableBase),
    assetPositions: [...account.positions].map(([asset, held]) => {
      const market = core.markets[asset];
      if (market === undefined) throw new Error("a position without a market");
      const value = ntlOf(market.priceE8, held.sizeE8 < 0n ? -held.sizeE8 : held.sizeE8);
      return {
        type: "oneWay",
        position: {
          coin: market.name,
          szi: e8(held.sizeE8),
          leverage: { type: "cross", value: market.maxLeverage },
          entryPx: e8(held.entryPriceE8),
          positionValue: usd(value),
          unrealizedPnl: usd(
            ntlOf(market.priceE8, held.sizeE8) - ntlOf(held.entryPriceE8, held.sizeE8),
          ),
          returnOnEquity: "0.0",
          liquidationPx: null,
          marginUsed: usd(value / BigInt(market.maxLeverage)),
          maxLeverage: market.maxLeverage,
          cumFunding: { allTime: "0.0", sinceOpen: "0.0", sinceChange: "0.0" },
        },
      };
    }),
    time: core.nowMs,
  };
}

const spot = ({ spotE8 }: CoreAccount): SpotClearinghouseStateResponse => ({
  balances:
    spotE8 === 0n
      ? []
      : [{ coin: "USDC", token: 0, total: e8(spotE8), hold: "0.0", entryNtl: "0.0" }],
});

const openOf = ({ orders }: CoreAccount): CoreOrder[] =>
  orders.filter(({ status }) => status === "open");

const shown = ({ markets }: Core, order: CoreOrder): FrontendOpenOrdersResponse[number] => ({
  coin: markets[order.asset]?.name ?? "",
  side: order.isBuy ? "B" : "A",
  limitPx: e8(order.limitPriceE8),
  sz: e8(order.leftE8),
  oid: order.oid,
  timestamp: order.placedMs,
  ...{
    triggerCondition: "N/A",
    isTrigger: false,
    triggerPx: "0.0",
    children: [],
    isPositionTpsl: false,
  },
  reduceOnly: order.reduceOnly,
  orderType: "Limit",
  origSz: e8(order.sizeE8),
  tif: order.tif,
  cloid: order.cloid,
});

function orderStatus(core: Core, account: CoreAccount, id: number | string): OrderStatusResponse {
  const order = account.orders.find(({ oid, cloid }) => oid === id || cloid === id);
  if (order === undefined) return { status: "unknownOid" };
  return {
    status: "order",
    order: { order: shown(core, order), status: order.status, statusTimestamp: order.statusMs },
  };
}

const fills = ({ markets }: Core, account: CoreAccount): UserFillsResponse =>
  account.fills.map(({ order, priceE8, sizeE8, timeMs, feeBase, tid }) => ({
    coin: markets[order.asset]?.name ?? "",
    px: e8(priceE8),
    sz: e8(sizeE8),
    side: order.isBuy ? "B" : "A",
    time: timeMs,
    ...{
      startPosition: "0.0",
      dir: order.isBuy ? "Open Long" : "Open Short",
      closedPnl: "0.0",
      crossed: true,
    },
    hash: `0x${"0".repeat(64)}`,
    oid: order.oid,
    fee: usd(feeBase),
    tid,
    cloid: order.cloid,
    feeToken: "USDC",
    twapId: null,
  }));
