import { describe, expect, test } from "vitest";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { describeOrder } from "../../../src/twap/describe-order.ts";
import { listOrdersText } from "../../../src/twap/list-orders-text.ts";
import { noDraw } from "./no-draw.ts";
import { orderFixture } from "./order-fixture.ts";

describe("describeOrder", () => {
  test("default: id, slices, interval, duration, venue, mode", () => {
    expect(describeOrder(orderFixture(), noDraw)).toMatchInlineSnapshot(`
      "TWAP order #7 created: sell 50 USDC for WETH.
      Slices: 3 x 20 USDC, except the last one: 10 USDC
      Interval: 10 minutes
      Duration: 30 minutes (first slice at the next schedule tick, last one about 20 minutes after it)
      Venue: uniswap on base
      Mode: autonomous (the agent wallet broadcasts each slice)"
    `);
  });

  test("behavior: a manual buy of equal slices", () => {
    const buy = orderFixture({
      side: "buy",
      autoExecute: false,
      dex: "0x",
      chainId: 42161,
      totalAmount: "3",
      sliceAmount: "1",
      totalBase: "3000000000000000000",
      sliceBase: "1000000000000000000",
    });
    expect(describeOrder(buy, noDraw)).toMatchInlineSnapshot(`
      "TWAP order #7 created: buy 3 WETH with USDC.
      Slices: 3 x 1 WETH
      Interval: 10 minutes
      Duration: 30 minutes (first slice at the next schedule tick, last one about 20 minutes after it)
      Venue: 0x on arbitrum
      Mode: manual (each slice is a notification, nothing is broadcast)"
    `);
  });
});

describe("listOrdersText", () => {
  test("behavior: no orders", () => {
    expect(listOrdersText([])).toBe("There are no TWAP orders for this vault.");
  });

  test("default: active, then paused, then closed, with progress, amounts and last failure", () => {
    const orders = [
      orderFixture({
        id: 1,
        status: "completed",
        active: false,
        slicesExecuted: 3,
        amountSpent: "50",
        totalBought: "0.02",
      }),
      orderFixture({
        id: 2,
        status: "auto_paused",
        active: false,
        consecutiveFailures: 3,
        lastError: "no route",
      }),
      orderFixture({
        id: 3,
        slicesExecuted: 1,
        amountSpent: "20",
        totalBought: "0.008",
        amountsEstimated: true,
      }),
    ];
    expect(listOrdersText(orders)).toMatchInlineSnapshot(`
      "TWAP orders: 1 active, 2 inactive.

      #3 active: sell 50 USDC for WETH
        Progress: 1/3 slices of 20 USDC, every 10 minutes
        Spent: about 20 USDC, bought: about 0.008 WETH
        Venue: uniswap on base, mode: autonomous

      #2 auto-paused: sell 50 USDC for WETH
        Progress: 0/3 slices of 20 USDC, every 10 minutes
        Spent: 0 USDC, bought: 0 WETH
        Venue: uniswap on base, mode: autonomous
        Failures in a row: 3, last: no route

      #1 completed: sell 50 USDC for WETH
        Progress: 3/3 slices of 20 USDC, every 10 minutes
        Spent: 50 USDC, bought: 0.02 WETH
        Venue: uniswap on base, mode: autonomous"
    `);
  });

  test.each([
    ["active", "#7 active:"],
    ["pending_confirmation", "#7 active, a slice awaits confirmation:"],
    ["paused", "#7 paused:"],
    ["auto_paused", "#7 auto-paused:"],
    ["completed", "#7 completed:"],
    ["cancelled", "#7 cancelled:"],
  ] as const)("behavior: %s is told as it is", (status, text) => {
    const active = status === "active" || status === "pending_confirmation";
    const order: TwapOrder = orderFixture({
      status,
      active,
      ...(active ? {} : { completedAt: 1 }),
    });
    expect(listOrdersText([order])).toContain(text);
  });

  test("behavior: a cancelled order with a transaction on its way says so", () => {
    const order = orderFixture({ status: "cancelled", active: false, pendingAttempt: "a" });
    expect(listOrdersText([order])).toContain("still awaiting its confirmation");
  });

  test("behavior: running orders first, then resting, then closed; the newest first", () => {
    const orders = (
      [
        [1, "cancelled"],
        [2, "active"],
        [3, "auto_paused"],
        [4, "completed"],
        [5, "paused"],
        [6, "pending_confirmation"],
        [7, "active"],
        [8, "completed"],
        [9, "auto_paused"],
      ] as const
    ).map(([id, status]) => orderFixture({ id, status }));
    const text = listOrdersText(orders);
    expect([...text.matchAll(/^#(\d)/gm)].map(([, id]) => Number(id))).toEqual([
      7, 6, 2, 9, 5, 3, 8, 4, 1,
    ]);
    expect(text).toContain("TWAP orders: 3 active, 6 inactive.");
    expect(listOrdersText(orders.toReversed())).toBe(text);
  });

  test("behavior: a manual buy names the token it counts in", () => {
    const buy = orderFixture({
      side: "buy",
      autoExecute: false,
      totalAmount: "3",
      sliceAmount: "1",
    });
    expect(listOrdersText([buy])).toBe(
      [
        "TWAP orders: 1 active, 0 inactive.",
        "",
        "#7 active: buy 3 WETH with USDC",
        "  Progress: 0/3 slices of 1 WETH notified, every 10 minutes",
        "  Quoted: 0 USDC for 0 WETH; nothing was sent",
        "  Venue: uniswap on base, mode: manual (each slice is a notification)",
      ].join("\n"),
    );
  });

  test.each(["completed", "cancelled"] as const)(
    "behavior: the failures of a %s order matter no more",
    (status) => {
      const order = orderFixture({
        status,
        active: false,
        consecutiveFailures: 2,
        lastError: "no route",
      });
      expect(listOrdersText([order])).not.toContain("no route");
    },
  );

  test("behavior: a waiting order says since when and why; resting or sliced does not", () => {
    // 1,700,000,000 s is 2023-11-14 22:13:20 UTC.
    const waiting = { reason: "lane_unclear", sinceMs: 1_700_000_000_000 } as const;
    expect(listOrdersText([orderFixture({ waiting })])).toContain(
      "\n  Waiting since 2023-11-14 22:13 UTC: an earlier nonce of the agent wallet is used, " +
        "and it is not known yet by which transaction.",
    );
    for (const status of [
      "pending_confirmation",
      "paused",
      "auto_paused",
      "completed",
      "cancelled",
    ] as const)
      expect(listOrdersText([orderFixture({ status, waiting })])).not.toContain("Waiting");
  });

  test.each([
    ["attempt_exists", "a record of this very attempt exists already."],
    ["lane_full", "the agent wallet has too many transactions that are not mined yet."],
    ["nonce_conflict", "the agent wallet is busy with other transactions."],
  ] as const)("behavior: waiting for %s is told in words", (reason, text) => {
    expect(listOrdersText([orderFixture({ waiting: { reason, sinceMs: 0 } })])).toContain(
      `\n  Waiting since 1970-01-01 00:00 UTC: ${text}`,
    );
  });

  test("behavior: a failure without a text is shown, none is not", () => {
    expect(listOrdersText([orderFixture({ consecutiveFailures: 1 })])).toContain(
      "Failures in a row: 1, last: unknown",
    );
    expect(listOrdersText([orderFixture({ lastError: "old" })])).not.toContain("Failures in a row");
  });

  test("behavior: a running order's own confirmation is its state, not a remark", () => {
    const order = orderFixture({ status: "pending_confirmation", pendingAttempt: "a" });
    expect(listOrdersText([order])).not.toContain("still awaiting");
  });
});
