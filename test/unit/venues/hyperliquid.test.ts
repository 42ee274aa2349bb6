import { expect, test } from "vitest";
import { createHyperliquid } from "../../../src/venues/hyperliquid.ts";

const USER = "0x1111111111111111111111111111111111111111";

/** One answer of the venue, and what it was asked. */
function venueOf(answer: unknown, status = 200) {
  const asked: unknown[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push([init.method, url, JSON.parse(String(init.body))]);
    return new Response(typeof answer === "string" ? answer : JSON.stringify(answer), { status });
  };
  return {
    asked,
    venue: createHyperliquid({ baseUrl: "https://venue.test/", fetch, timeoutMs: 1_000 }),
  };
}

// Answers as the venue's documentation shows them ("Info endpoint"), shortened to what is of
// interest.
const ACCOUNT = {
  assetPositions: [
    {
      position: {
        coin: "ETH",
        cumFunding: { allTime: "514.085417", sinceChange: "0.0", sinceOpen: "-0.5" },
        entryPx: "2986.3",
        leverage: { rawUsd: "-95.059824", type: "isolated", value: 20 },
        liquidationPx: "2866.26936529",
        marginUsed: "4.967826",
        maxLeverage: 50,
        positionValue: "100.02765",
        returnOnEquity: "-0.0026789",
        szi: "0.0335",
        unrealizedPnl: "-0.0134",
      },
      type: "oneWay",
    },
  ],
  crossMaintenanceMarginUsed: "0.0",
  crossMarginSummary: {
    accountValue: "13104.514502",
    totalMarginUsed: "0.0",
    totalNtlPos: "0.0",
    totalRawUsd: "13104.514502",
  },
  marginSummary: {
    accountValue: "13109.482328",
    totalMarginUsed: "4.967826",
    totalNtlPos: "100.02765",
    totalRawUsd: "13009.454678",
  },
  time: 1_708_622_398_623,
  withdrawable: "13104.514502",
};
const STATUS = {
  status: "order",
  order: {
    order: {
      ...{
        coin: "ETH",
        side: "A",
        limitPx: "2412.7",
        sz: "0.0",
        oid: 1,
        timestamp: 1_724_361_546_645,
      },
      ...{
        triggerCondition: "N/A",
        isTrigger: false,
        triggerPx: "0.0",
        children: [],
        isPositionTpsl: false,
      },
      ...{
        reduceOnly: true,
        orderType: "Market",
        origSz: "0.0076",
        tif: "FrontendMarket",
        cloid: null,
      },
    },
    status: "filled",
    statusTimestamp: 1_724_361_546_645,
  },
};

test("default: an account in base units, losses and received funding below zero", async () => {
  const { venue, asked } = venueOf(ACCOUNT);
  expect(await venue.account(USER)).toEqual({
    ok: true,
    value: {
      ...{
        accountValueBase: 13_109_482_328n,
        notionalBase: 100_027_650n,
        marginUsedBase: 4_967_826n,
      },
      withdrawableBase: 13_104_514_502n,
      positions: [
        {
          ...{
            coin: "ETH",
            sizeE8: 3_350_000n,
            entryPriceE8: 298_630_000_000n,
            valueBase: 100_027_650n,
          },
          ...{
            unrealizedPnlBase: -13_400n,
            marginUsedBase: 4_967_826n,
            liquidationPrice: "2866.26936529",
          },
          ...{ leverage: 20, isIsolated: true, fundingPaidBase: -500_000n },
        },
      ],
    },
  });
  expect(asked).toEqual([
    ["POST", "https://venue.test/info", { type: "clearinghouseState", user: USER }],
  ]);
});

test("default: an order's state, and one that nobody has heard of", async () => {
  const { venue, asked } = venueOf(STATUS);
  expect(await venue.order(USER, 1)).toMatchObject({
    value: {
      status: "filled",
      order: { isBuy: false, sizeE8: 760_000n, leftE8: 0n, reduceOnly: true, cloid: null },
    },
  });
  expect(asked).toEqual([
    ["POST", "https://venue.test/info", { type: "orderStatus", user: USER, oid: 1 }],
  ]);
  expect(await venueOf({ status: "unknownOid" }).venue.order(USER, 2)).toEqual({
    ok: true,
    value: null,
  });
});

test("default: markets by their place, with the price beside each", async () => {
  const universe = [
    { name: "BTC", szDecimals: 5, maxLeverage: 50 },
    { name: "HPOS", szDecimals: 0, maxLeverage: 3, onlyIsolated: true, isDelisted: true },
  ];
  const prices = [
    { funding: "0.0000125", markPx: "14.3161", oraclePx: "14.32" },
    { funding: "-0.1", markPx: "6.0436", oraclePx: "5.91" },
  ];
  expect(await venueOf([{ universe }, prices]).venue.markets()).toMatchObject({
    value: [
      {
        asset: 0,
        name: "BTC",
        markPriceE8: 1_431_610_000n,
        onlyIsolated: false,
        isDelisted: false,
      },
      {
        asset: 1,
        name: "HPOS",
        oraclePriceE8: 591_000_000n,
        onlyIsolated: true,
        isDelisted: true,
        funding: "-0.1",
      },
    ],
  });
  // A price for each market, or none can be told apart.
  expect(await venueOf([{ universe }, prices.slice(1)]).venue.markets()).toMatchObject({
    code: "venue_bad_response",
  });
});

test("default: the best offers, of an empty book none", async () => {
  const levels = [
    [{ px: "19900", sz: "1", n: 1 }],
    [
      { px: "20100", sz: "1", n: 1 },
      { px: "20200", sz: "1", n: 1 },
    ],
  ];
  const book = { coin: "BTC", time: 1_754_450_974_231, levels };
  expect(await venueOf(book).venue.book("BTC")).toMatchObject({
    value: { bidE8: 1_990_000_000_000n, askE8: 2_010_000_000_000n, timeMs: 1_754_450_974_231 },
  });
  const empty = await venueOf({ ...book, levels: [[], []] }).venue.book("BTC");
  expect(empty).toMatchObject({ value: { bidE8: undefined, askE8: undefined } });
});

test("default: spot USDC is token 0, whatever else is there", async () => {
  const balances = [
    { coin: "PURR", token: 1, hold: "0", total: "2000", entryNtl: "1234.56" },
    { coin: "USDC", token: 0, hold: "0.0", total: "14.625485", entryNtl: "0.0" },
  ];
  expect(await venueOf({ balances }).venue.spotUsdcE8(USER)).toEqual({
    ok: true,
    value: 1_462_548_500n,
  });
  expect(await venueOf({ balances: [] }).venue.spotUsdcE8(USER)).toEqual({ ok: true, value: 0n });
});

test.each([
  [
    "a number where a text is expected",
    { ...ACCOUNT, withdrawable: 13_104 },
    200,
    "venue_bad_response",
  ],
  ["an exponent", { ...ACCOUNT, withdrawable: "1e4" }, 200, "venue_bad_response"],
  ["null", null, 200, "venue_bad_response"],
  ["no JSON", "<html>", 200, "venue_bad_response"],
  ["a refusal", "Failed to deserialize the JSON body", 422, "venue_bad_response"],
  ["too many requests", {}, 429, "venue_unavailable"],
  ["a failure", {}, 500, "venue_unavailable"],
])("error: %s", async (_what, answer, status, code) => {
  const { venue, asked } = venueOf(answer, status);
  expect(await venue.account(USER)).toMatchObject({ ok: false, code });
  expect(asked).toHaveLength(1);
});
