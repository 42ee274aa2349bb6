import { expect, test } from "vitest";
import { shortagesOf } from "../../../src/twap/twap-order-rules.ts";
import { orderFixture } from "./order-fixture.ts";

const agent = `0x${"a9".repeat(20)}` as const;
/** 5 slices of 100 USDC for WETH, two of them done: 300 USDC are still to be sold. */
const order = orderFixture({
  ...{ side: "sell", sellSymbol: "USDC", buySymbol: "WETH", sellDecimals: 6, buyDecimals: 18 },
  ...{
    totalBase: "500000000",
    sliceBase: "100000000",
    sliceCount: 5,
    slicesExecuted: 2,
    autoExecute: true,
  },
});
const swap = {
  balanceInBase: 300_000_000n,
  amountInBase: 100_000_000n,
  amountOutBase: 50_000_000_000_000_000n,
};
const gas = { agent, balanceWei: 3n * 10n ** 15n, perSliceWei: 10n ** 15n };

test("default: what lasts to the end is short of nothing, to the base unit", () => {
  expect(shortagesOf(order, { swap, gas })).toEqual([]);
  expect(shortagesOf(order, { swap: { ...swap, balanceInBase: 299_999_999n }, gas })).toEqual([
    { cause: "token", balance: "299.999999", needed: "300", symbol: "USDC" },
  ]);
  expect(shortagesOf(order, { swap, gas: { ...gas, balanceWei: gas.balanceWei - 1n } })).toEqual([
    { cause: "gas", balance: "0.002999999999999999", needed: "0.003", symbol: "ETH", agent },
  ]);
});

test("behavior: a buy is reckoned at the price of its slice", () => {
  // 5 slices of 1 WETH, two of them bought; a slice costs 2,000 USDC, so 6,000 are still needed.
  const buy = orderFixture({
    ...order,
    side: "buy",
    totalBase: `5${"0".repeat(18)}`,
    sliceBase: `1${"0".repeat(18)}`,
  });
  const price = { amountInBase: 2_000_000_000n, amountOutBase: 10n ** 18n };
  expect(shortagesOf(buy, { swap: { ...price, balanceInBase: 6_000_000_000n }, gas })).toEqual([]);
  expect(
    shortagesOf(buy, { swap: { ...price, balanceInBase: 5_999_000_000n }, gas }),
  ).toMatchObject([{ cause: "token", balance: "5999", needed: "6000" }]);
});

test("behavior: gas is nothing to notify-only orders; what was not seen is not judged", () => {
  expect(shortagesOf({ ...order, autoExecute: false }, { swap })).toEqual([]);
  expect(shortagesOf(order, { swap })).toBeNull();
  expect(shortagesOf(order, {})).toBeNull();
});
