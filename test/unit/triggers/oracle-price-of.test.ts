import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oraclePriceOf } from "../../../src/triggers/decide-look.ts";
import { conditionText } from "../../../src/triggers/trigger-text.ts";
import { triggerOf } from "./trigger-fixture.ts";

const TYPES = ["limit", "stop", "take-profit"] as const;
const ETH = 10n ** 18n;
/** 1 ETH at so many millionths of a USDC. */
const ethAt = (micro: bigint) => ({ givenBase: ETH, wantedBase: micro });

describe("oraclePriceOf", () => {
  // By hand, as a trader says it: what is sold is wanted dear, what is bought cheap; a stop is the
  // other way round.
  test.each([
    ["stop", "sell", "sellToken", "stop: ETH at or below 3000 USDC"],
    ["limit", "sell", "sellToken", "limit: ETH at or above 3000 USDC"],
    ["take-profit", "sell", "sellToken", "take-profit: ETH at or above 3000 USDC"],
    ["stop", "sell", "buyToken", "stop: USDC at or above 3000 ETH"],
    ["limit", "buy", "buyToken", "limit: USDC at or below 3000 ETH"],
    ["stop", "buy", "sellToken", "stop: ETH at or below 3000 USDC"],
  ] as const)("default: %s of a %s, priced in %s", (type, side, priceOf, text) => {
    expect(conditionText(triggerOf({ type, side, priceOf }))).toBe(text);
  });

  test.each([
    [2_999_999_999n, true, false],
    [3_000_000_000n, true, true],
    [3_000_000_001n, false, true],
  ])("boundary: at %s millionths against 3000: equal meets both", (micro, stop, limit) => {
    expect(oraclePriceOf(triggerOf({ type: "stop" }), ethAt(micro)).isMet).toBe(stop);
    expect(oraclePriceOf(triggerOf({ type: "limit" }), ethAt(micro)).isMet).toBe(limit);
    expect(oraclePriceOf(triggerOf({ type: "take-profit" }), ethAt(micro)).isMet).toBe(limit);
  });

  test("default: the bought is converted the other way: 3000 USDC of ETH is the same price", () => {
    const bought = triggerOf({
      ...{ side: "buy", type: "limit", priceOf: "buyToken" },
      ...{ sellSymbol: "USDC", buySymbol: "ETH", sellDecimals: 6, buyDecimals: 18 },
    });
    expect(oraclePriceOf(bought, ethAt(3_000_000_000n))).toEqual({ price: "3000", isMet: true });
    expect(oraclePriceOf(bought, ethAt(3_000_000_001n)).isMet).toBe(false);
  });

  test.each([
    [{ givenBase: 10n ** 30n, wantedBase: 2_499_913_599_999_999_999_999n }, "2499.91359"],
    [{ givenBase: 10n ** 30n, wantedBase: 10n ** 10n }, "0.00000001"],
    [{ givenBase: ETH, wantedBase: 123_456_789_012_345n }, "123456789"],
  ])("default: nine digits are shown, rounded down: %o", (converted, price) => {
    expect(oraclePriceOf(triggerOf(), converted).price).toBe(price);
  });

  test("behavior: for any amounts and decimals, met as fractions; both price forms agree", () => {
    const amounts = fc.bigInt(1n, 10n ** 40n);
    const decimals = fc.integer({ min: 0, max: 24 });
    fc.assert(
      fc.property(
        ...[
          fc.constantFrom(...TYPES),
          fc.constantFrom("sell", "buy"),
          fc.constantFrom("sellToken", "buyToken"),
        ],
        ...[amounts, amounts, decimals, decimals, fc.bigInt(1n, 10n ** 30n)],
        (type, side, priceOf, givenBase, wantedBase, sellDecimals, buyDecimals, units) => {
          const [price, rest] = [units / 10n ** 18n, units % 10n ** 18n];
          const text = rest === 0n ? `${price}` : `${price}.${rest.toString().padStart(18, "0")}`;
          const trigger = triggerOf({
            type,
            side,
            priceOf,
            sellDecimals,
            buyDecimals,
            price: text,
          } as object);
          const { isMet } = oraclePriceOf(trigger, { givenBase, wantedBase });
          // What is sold in what is bought, as one fraction over 10^18 units of the price.
          const [sold, bought] =
            side === "sell" ? [givenBase, wantedBase] : [wantedBase, givenBase];
          const [over, under] =
            priceOf === "sellToken"
              ? [bought * 10n ** BigInt(sellDecimals), sold * 10n ** BigInt(buyDecimals)]
              : [sold * 10n ** BigInt(buyDecimals), bought * 10n ** BigInt(sellDecimals)];
          const difference = over * 10n ** 18n - units * under;
          const isAbove = conditionText(trigger).includes("above");
          expect(isMet).toBe(isAbove ? difference >= 0n : difference <= 0n);
        },
      ),
    );
  });
});
