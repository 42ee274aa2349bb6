import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type OrderArguments,
  type OrderMarket,
  wantedOrder,
} from "../../../src/hyperliquid/wanted-order.ts";

const E8 = 100_000_000n;
const market = (changes: Partial<OrderMarket> = {}): OrderMarket => ({
  ...{ asset: 1, name: "ETH", szDecimals: 4, heldE8: 0n, bidE8: 2_999n * E8, askE8: 3_001n * E8 },
  ...changes,
});
const made = (args: OrderArguments, changes: Partial<OrderMarket> = {}, slippageBps = 100) => {
  const wanted = wantedOrder(args, market(changes), slippageBps);
  return wanted.ok ? wanted.value : { code: wanted.code, message: wanted.message };
};
const long = { heldE8: 2n * E8 };
const short = { heldE8: -2n * E8 };

describe("what is ordered", () => {
  test("default: at market, the best offer and the slippage behind it, filled at once", () => {
    // 3001 * 1.01 = 3031.01, five figures: 3031. 2999 * 0.99 = 2969.01, away from a worse price:
    // 2969.1.
    expect(made({ side: "buy", size: "1" })).toMatchObject({
      order: { limitPriceE8: 3_031n * E8, tif: "ioc" },
    });
    expect(made({ side: "sell", size: "1" })).toMatchObject({
      order: { limitPriceE8: 296_910_000_000n, tif: "ioc" },
    });
    expect(made({ side: "buy", size: "1" }, {}, 0)).toMatchObject({
      order: { limitPriceE8: 3_001n * E8 },
    });
  });

  test("default: at a limit, gtc unless said, rounded away from a worse price and told", () => {
    expect(made({ side: "buy", size: "1", price: "2900" })).toMatchObject({
      order: { tif: "gtc" },
      notes: [],
    });
    const bought = made({ side: "buy", size: "1", price: "2900.19", tif: "alo" });
    expect(bought).toMatchObject({ order: { limitPriceE8: 290_010_000_000n, tif: "alo" } });
    const sold = made({ side: "sell", size: "1", price: "2900.11" });
    expect(sold).toMatchObject({
      order: { limitPriceE8: 290_020_000_000n },
      notes: [expect.stringContaining("up to 2900.2")],
    });
  });

  test("default: by value, cut to lots", () => {
    // 1000 / 3031 = 0.32992...
    expect(made({ side: "buy", notionalUsd: "1000" })).toMatchObject({
      order: { sizeE8: 32_990_000n },
    });
  });

  test.each([
    ["all of it", { close: true }, long, { isBuy: false, sizeE8: 2n * E8 }],
    ["a short one", { close: true }, short, { isBuy: true, sizeE8: 2n * E8 }],
    ["a share", { size: "25%" }, long, { isBuy: false, sizeE8: E8 / 2n }],
    ["the word", { size: "all" }, short, { isBuy: true, sizeE8: 2n * E8 }],
    ["a part by size", { close: true, size: "0.5" }, long, { isBuy: false, sizeE8: E8 / 2n }],
    [
      "more than there is",
      { reduceOnly: true, size: "9" },
      long,
      { isBuy: false, sizeE8: 2n * E8 },
    ],
    [
      "unsaid, and no more than there is",
      { side: "sell", size: "2" },
      long,
      { isBuy: false, sizeE8: 2n * E8 },
    ],
    [
      "a rest below the minimum",
      { close: true },
      { heldE8: 10_000n },
      { isBuy: false, sizeE8: 10_000n },
    ],
  ] as const)("behavior: only reduces: %s", (_what, args, held, order) => {
    expect(made(args, held)).toMatchObject({ order: { ...order, reduceOnly: true } });
  });

  test("behavior: more than the position against it turns it round, and is no way out", () => {
    expect(made({ side: "sell", size: "3" }, long)).toMatchObject({
      order: { reduceOnly: false, sizeE8: 3n * E8 },
    });
    expect(made({ side: "buy", size: "1" }, long)).toMatchObject({ order: { reduceOnly: false } });
  });

  test("behavior: never worse than the price that was given, never more than was asked for", () => {
    const cents = fc.bigInt({ min: 100n, max: 10_000_000n });
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.boolean(),
        fc.integer({ min: 0, max: 5 }),
        (price, size, isBuy, szDecimals) => {
          const text = (value: bigint) =>
            `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
          const side = isBuy ? "buy" : "sell";
          const wanted = wantedOrder(
            { side, price: text(price), size: text(size) },
            market({ szDecimals }),
            100,
          );
          if (!wanted.ok) {
            expect(wanted.code).toBe("perp_below_minimum");
            return;
          }
          const { limitPriceE8, sizeE8 } = wanted.value.order;
          expect(
            isBuy ? limitPriceE8 <= price * 1_000_000n : limitPriceE8 >= price * 1_000_000n,
          ).toBe(true);
          expect(sizeE8 <= size * 1_000_000n).toBe(true);
        },
      ),
    );
  });

  test.each([
    ["no side", { size: "1" }, {}, "invalid_request", "side"],
    [
      "a side that does not reduce",
      { side: "buy", close: true },
      long,
      "invalid_request",
      "only a sell",
    ],
    ["no size", { side: "buy" }, {}, "invalid_request", "size"],
    [
      "two sizes",
      { side: "buy", size: "1", notionalUsd: "5" },
      {},
      "invalid_request",
      "exactly one",
    ],
    ["a value to close", { close: true, notionalUsd: "5" }, long, "invalid_request", "exactly one"],
    ["nothing to close", { close: true }, {}, "perp_position_not_found", "ETH"],
    ["a share of nothing", { size: "50%" }, {}, "perp_position_not_found", "ETH"],
    ["more than all", { size: "101%" }, long, "invalid_request", "size"],
    ["an exponent", { side: "buy", size: "1e3" }, {}, "invalid_request", "size"],
    [
      "a limit without a price",
      { side: "buy", size: "1", orderType: "limit" },
      {},
      "invalid_request",
      "price",
    ],
    [
      "a market price",
      { side: "buy", size: "1", orderType: "market", price: "1" },
      {},
      "invalid_request",
      "price",
    ],
    [
      "a market order that rests",
      { side: "buy", size: "1", tif: "gtc" },
      {},
      "invalid_request",
      "tif",
    ],
    [
      "no offers",
      { side: "buy", size: "1" },
      { askE8: undefined },
      "venue_unavailable",
      "Nobody offers",
    ],
    ["9.99 USDC", { side: "buy", size: "1", price: "9.99" }, {}, "perp_below_minimum", "10 USDC"],
    [
      "less than a lot",
      { side: "buy", size: "0.00001", price: "3000" },
      {},
      "perp_below_minimum",
      "(0 ETH)",
    ],
    [
      "less than a step",
      { side: "buy", size: "1", price: "0.001" },
      {},
      "perp_below_minimum",
      "smallest step",
    ],
  ] as const)("error: %s", (_what, args, changes, code, words) => {
    expect(made(args, changes)).toEqual({ code, message: expect.stringContaining(words) });
  });

  test("behavior: exactly 10 USDC is enough", () => {
    expect(made({ side: "buy", size: "1", price: "10" })).toMatchObject({
      notionalBase: 10_000_000n,
    });
  });
});
