import { expect, test } from "vitest";
import { widensOrder } from "../../../src/twap/tools/edit-twap-order.ts";
import { orderFixture, T0 } from "./order-fixture.ts";

const HOUR = 3_600_000;
const end = (hours: number) => ({ expiresAt: T0 + hours * HOUR });
const of = (limitPriceOf: "sellToken" | "buyToken", limitPrice: string) => ({
  limitPrice,
  limitPriceOf,
});

// What an edit may do without its operator's second word: only less, later and dearer.
test.each([
  ["a later end", end(2), end(3), true],
  ["an end taken away", end(2), {}, true],
  ["an earlier end", end(2), end(1), false],
  ["the same end", end(2), end(2), false],
  ["an end where there was none", {}, end(1), false],
  ["a limit price taken away", of("sellToken", "0.5"), {}, true],
  [
    "a limit price of the other token, however good",
    of("sellToken", "0.5"),
    of("buyToken", "0.5"),
    true,
  ],
  ["less for what is sold", of("sellToken", "0.5"), of("sellToken", "0.4"), true],
  ["more for what is sold", of("sellToken", "0.5"), of("sellToken", "0.6"), false],
  ["more of what is sold for what is bought", of("buyToken", "2"), of("buyToken", "2.1"), true],
  ["less of what is sold for what is bought", of("buyToken", "2"), of("buyToken", "1.9"), false],
  ["a limit price where there was none", {}, of("buyToken", "2"), false],
  ["a shorter interval", { intervalMinutes: 10 }, { intervalMinutes: 5 }, true],
  ["a longer interval", { intervalMinutes: 10 }, { intervalMinutes: 15 }, false],
] as const)("behavior: %s", (_, before, after, widens) => {
  expect(widensOrder(orderFixture(before), orderFixture(after))).toBe(widens);
});
