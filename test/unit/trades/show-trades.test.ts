import { describe, expect, test } from "vitest";
import { refuse } from "../../../src/lib/verdict.ts";
import { averageCost } from "../../../src/trades/average-cost.ts";
import { gasPaid } from "../../../src/trades/gas-paid.ts";
import type { TradeBook } from "../../../src/trades/read-trade-book.ts";
import type { Trade } from "../../../src/trades/read-trades.ts";
import { showTrades } from "../../../src/trades/show-trades.ts";
import { tradesCsv } from "../../../src/trades/trades-csv.ts";
import { tradesLines } from "../../../src/trades/trades-lines.ts";

const [USDC, ETH, ODD] = [
  `0x${"b1".repeat(20)}`,
  `0x${"0".repeat(40)}`,
  `0x${"0d".repeat(20)}`,
] as const;
const COIN = { wei: 10n ** 18n, valueBase: 3_000_000_000n, block: "41" };
const PAID = { units: 100_000n, wei: 1_000_001n };
let n = 0;
const trade = (more: Partial<Trade>): Trade => {
  n += 1;
  return {
    ...{ n, atMs: 1_795_000_000_000 + n, venue: "0x", hash: `0x${"ab".repeat(32)}` },
    ...{ tokenIn: USDC, tokenOut: ETH, status: "confirmed", blockNumber: "42" },
    ...{ soldBase: 3_000_000n, boughtBase: 10n ** 15n, gas: PAID, coin: COIN, ...more },
  };
};
const bookOf = (trades: Trade[], more: Partial<TradeBook> = {}): TradeBook => {
  const cost = averageCost(trades, USDC);
  const baseToken = { address: USDC, symbol: "USDC", decimals: 6 } as TradeBook["baseToken"];
  const known = [baseToken, { ...baseToken, address: ETH, symbol: "ETH", decimals: 18 }];
  return {
    ...{ trades, isAll: true, cost, gas: gasPaid(trades), baseToken, block: 50n },
    values: cost.tokens.map(() => ({ ok: true as const, value: 3_100_000n })),
    nameOf: (address) => known.find((token) => token.address === address),
    ...more,
  };
};
const PAGE = { chainId: 8453, limit: 50 } as const;
const rowOf = (more: Partial<Trade>) => showTrades(bookOf([trade(more)]), PAGE).trades[0]!;
const gap = (error: string) => ({ unavailable: { error, message: expect.any(String) } });

describe("a figure that is not known has its code in its place", () => {
  test("behavior: gas is rounded up in the base token, and told at its own price", () => {
    // 1,000,001 wei at 3,000 USDC a coin are 0.003000003 base units.
    expect(rowOf({}).gas).toEqual({
      ...{ units: "100000", wei: "1000001", amount: "0.000000000001000001" },
      value: { amount: "0.000001", amountBase: "1", block: "41" },
    });
  });

  const unsent = { soldBase: undefined, boughtBase: undefined, gas: undefined };
  test("behavior: on its way, or taken back", () => {
    const row = rowOf({ ...unsent, status: "open", blockNumber: undefined });
    expect([row.sold.moved, row.bought.moved, row.gas, row.realised]).toEqual(
      Array.from({ length: 4 }, () => gap("pending")),
    );
    expect([row.blockNumber, row.uncoveredBase]).toEqual([null, null]);
  });

  test("behavior: a receipt that does not show both amounts; the quote is no figure", () => {
    const book = bookOf([trade({ soldBase: undefined, boughtBase: undefined, isEstimated: true })]);
    const { trades, totals } = showTrades(book, PAGE);
    expect([trades[0]?.sold.moved, trades[0]?.bought.moved, trades[0]?.realised]).toEqual(
      Array.from({ length: 3 }, () => gap("not_in_receipt")),
    );
    expect(totals).toMatchObject({ counted: 0, uncounted: 1 });
  });

  test("behavior: amounts, gas and price of older records, and a price that nobody had", () => {
    const old = rowOf({ ...unsent, coin: undefined });
    expect([old.sold.moved, old.gas, old.realised]).toEqual(
      Array.from({ length: 3 }, () => gap("not_recorded")),
    );
    expect(rowOf({ coin: undefined }).gas).toMatchObject({ value: gap("not_recorded") });
    expect(rowOf({ coin: null }).gas).toMatchObject({ wei: "1000001", value: gap("no_price") });
  });

  test("behavior: reverted and replaced ones moved nothing and paid gas; a stranger's nonce has no receipt", () => {
    const reverted = rowOf({ ...unsent, gas: PAID, status: "reverted" });
    expect([reverted.sold.moved, reverted.bought.moved]).toEqual(
      Array.from({ length: 2 }, () => ({ amount: "0", amountBase: "0" })),
    );
    expect(reverted.gas).toMatchObject({ wei: "1000001" });
    const forgotten = rowOf({ ...unsent, status: "replaced", blockNumber: undefined });
    expect(forgotten.gas).toEqual(gap("receipt_unknown"));
  });

  test("behavior: no base token on a side, and a sale of what was never bought", () => {
    expect(rowOf({ tokenIn: ETH, tokenOut: ODD }).realised).toEqual(gap("no_base_token"));
    const sale = rowOf({ tokenIn: ETH, tokenOut: USDC, soldBase: 5n, boughtBase: 7n });
    expect([sale.realised, sale.uncoveredBase]).toEqual([gap("cost_unknown"), "5"]);
  });

  test("behavior: a token that cannot be read has its base units and no decimal amount", () => {
    const { bought } = rowOf({ tokenOut: ODD, boughtBase: 77n });
    expect(bought).toEqual({
      ...{ token: ODD, symbol: null, decimals: null },
      moved: { amount: null, amountBase: "77" },
    });
  });
});

test("behavior: what was never sent is no trade, and costs no gas", () => {
  const { trades, totals } = showTrades(
    bookOf([trade({ status: "never_sent", gas: undefined, soldBase: undefined })]),
    PAGE,
  );
  expect([trades, totals.gas.wei, totals.gas.missing]).toEqual([[], "0", { wei: 0, value: 0 }]);
});

describe("sums", () => {
  const held = () => [trade({}), trade({ gas: undefined }), trade({ coin: null })];
  const shown = () =>
    showTrades(bookOf(held(), { values: [refuse("no_price_feed", "No price.")] }), PAGE);

  test("behavior: name what they are without, as JSON, in the table and in words", () => {
    const { totals, tokens } = shown();
    expect(totals).toMatchObject({
      open: { amountBase: "0", missing: [ETH] },
      gas: { wei: "2000002", value: { amountBase: "1" }, missing: { wei: 1, value: 2 } },
      ...{ counted: 3, uncounted: 0 },
    });
    expect(tokens[0]).toMatchObject({ value: gap("no_price_feed"), open: gap("no_price_feed") });
    expect(tradesCsv(shown()).trimEnd().split(",").at(-1)).toBe("open: 1 gasWei: 1 gasValue: 2");
    const [made, gas] = tradesLines(shown());
    expect(made).toContain("without 1 that the oracle does not price now");
    expect(gas).toContain("2 of unknown cost not in it");
  });

  test("behavior: gas that nobody wrote down is said, not told as 0", () => {
    const book = bookOf([trade({ gas: undefined })]);
    expect(tradesLines(showTrades(book, PAGE))[1]).toBe(
      "Gas of the agent wallet, beside it: not recorded of 1 transactions.",
    );
  });
});
