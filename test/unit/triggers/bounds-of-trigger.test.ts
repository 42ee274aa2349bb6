import { expect, test } from "vitest";
import { limitAmount } from "../../../src/shields/limit-amount.ts";
import { boundsOfTrigger, orderOfTrigger } from "../../../src/triggers/decide-trigger.ts";
import { NOW, triggerOf } from "./trigger-fixture.ts";

const INTO = {
  sliceCount: 4,
  sliceAmount: "0.25",
  sliceBase: "250000000000000000",
  intervalMinutes: 5,
};

test.each([
  ["sellToken", "3000", 3_000_000_000n],
  // A USDC for 0.0004 ETH is an ETH for 2,500 USDC.
  ["buyToken", "0.0004", 2_500_000_000n],
] as const)(
  "default: a limit's price of the %s bounds its trade: 1 ETH gives at least that",
  (priceOf, price, least) => {
    const { limit } = boundsOfTrigger(triggerOf({ type: "limit", priceOf, price }));
    if (limit === undefined) throw new Error("there is no limit");
    expect(limitAmount(limit, { mode: "exactIn", amountBase: 10n ** 18n })).toBe(least);
  },
);

test("behavior: stop, take-profit trade at the market; calldata is over before its order", () => {
  expect(boundsOfTrigger(triggerOf({ type: "stop" }))).toEqual({});
  expect(boundsOfTrigger(triggerOf({ type: "take-profit", expiresAt: 60_000 }))).toEqual({
    endsSec: 59,
  });
  // What was seen of its price is good for a minute.
  expect(boundsOfTrigger(triggerOf({ firing: { price: "2990", atMs: NOW } }))).toEqual({
    writtenByMs: NOW + 60_000,
  });
});

test("behavior: the TWAP order of a limit has its price, none has its end", () => {
  const limit = orderOfTrigger(triggerOf({ type: "limit", into: INTO, expiresAt: NOW + 1 }), NOW);
  expect(limit).toMatchObject({
    limitPrice: "3000",
    limitPriceOf: "sellToken",
    createdAt: NOW,
    sliceCount: 4,
  });
  const stop = orderOfTrigger(triggerOf({ into: INTO }), NOW);
  expect([limit?.expiresAt, stop?.limitPrice, orderOfTrigger(triggerOf(), NOW)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
