import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dearerValue, isNearVenue, venueValue } from "../../../src/shields/venue-value.ts";

const [COIN, WRAPPED, USDC, DAI, OTHER] = [0, 1, 2, 3, 4].map(
  (last) => `0x${"0".repeat(39)}${last}` as const,
) as unknown as `0x${string}`[] & { length: 5 };
const ETH = 10n ** 18n;
const at = (token: `0x${string}`, tokenBase: bigint, coinInWei: bigint, coinOutWei: bigint) => ({
  ...{
    token,
    atMs: 1,
    tokenBase: String(tokenBase),
    coinInWei: String(coinInWei),
    coinOutWei: String(coinOutWei),
  },
});
/** 1 ETH buys 2,500 USDC, which bring 0.99 ETH back; DAI without a spread. */
const prices = {
  prices: [at(USDC!, 2_500_000_000n, ETH, (ETH * 99n) / 100n), at(DAI!, 2_500n * ETH, ETH, ETH)],
  wrappedNative: WRAPPED!,
};

describe("venueValue", () => {
  test("default: the coin in a token, both ways, and one token in another", () => {
    // 2 ETH: bought with 5,000 USDC's worth, or by what 5,000 / 0.99 USDC bring.
    expect(venueValue(prices, { token: COIN!, amountBase: 2n * ETH, target: USDC! })).toEqual({
      lowBase: 5_000_000_000n,
      highBase: 5_050_505_051n,
    });
    expect(venueValue(prices, { token: DAI!, amountBase: 2_500n * ETH, target: USDC! })).toEqual({
      lowBase: 2_500_000_000n,
      highBase: 2_525_252_526n,
    });
  });

  test("behavior: the wrapped coin is the coin, and a token is worth itself", () => {
    expect(venueValue(prices, { token: COIN!, amountBase: 7n, target: WRAPPED! })).toEqual({
      lowBase: 7n,
      highBase: 7n,
    });
    expect(venueValue(prices, { token: USDC!, amountBase: 7n, target: USDC! })).toEqual({
      lowBase: 7n,
      highBase: 7n,
    });
  });

  test("error: without a price of both there is none, and a price of nothing is none", () => {
    expect(venueValue(prices, { token: OTHER!, amountBase: 7n, target: USDC! })).toBeUndefined();
    expect(venueValue(prices, { token: USDC!, amountBase: 7n, target: OTHER! })).toBeUndefined();
    const empty = { ...prices, prices: [at(USDC!, 0n, ETH, ETH), at(DAI!, ETH, ETH, 0n)] };
    expect(venueValue(empty, { token: COIN!, amountBase: 7n, target: USDC! })).toBeUndefined();
    expect(venueValue(empty, { token: COIN!, amountBase: 7n, target: DAI! })).toBeUndefined();
  });

  test("property: the lower end is never above the higher, whichever direction read more", () => {
    const some = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(some, some, some, some, (amountBase, tokenBase, first, second) => {
        const one = { ...prices, prices: [at(USDC!, tokenBase, first, second)] };
        for (const [token, target] of [[COIN!, USDC!] as const, [USDC!, COIN!] as const]) {
          const value = venueValue(one, { token, amountBase, target })!;
          expect(value.lowBase <= value.highBase).toBe(true);
        }
      }),
    );
  });
});

test("dearerValue: the highest of oracle and both directions; without venues the oracle", () => {
  const venue = { lowBase: 90n, highBase: 110n };
  expect([dearerValue(100n, venue), dearerValue(111n, venue), dearerValue(50n, undefined)]).toEqual(
    [110n, 111n, 50n],
  );
});

test("boundary: near a venue is within the tolerance of both directions, exactly", () => {
  const near = (oracle: bigint, lowBase: bigint, highBase: bigint) =>
    isNearVenue(oracle, { lowBase, highBase }, 500);
  expect([near(1_050n, 1_000n, 1_000n), near(1_051n, 1_000n, 1_000n)]).toEqual([true, false]);
  expect([near(950n, 1_000n, 1_000n), near(949n, 1_000n, 1_000n)]).toEqual([true, false]);
  // A pair that read 0.995 one way and 1.38 the other is near nothing.
  expect(near(1_000n, 995n, 1_380n)).toBe(false);
  expect(near(0n, 0n, 0n)).toBe(false);
});
