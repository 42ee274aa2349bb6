import { describe, expect, test } from "vitest";
import type { NavSyncEvent } from "../../../schemas/nav-sync-event.ts";
import { strategyEvent } from "../../../schemas/strategy-event.ts";
import type { TwapEvent } from "../../../schemas/twap-event.ts";
import { filterEvents } from "../../../src/events/events-for.ts";
import { syncEventOf } from "../../../src/navsync/nav-sync-kind.ts";
import { strategyEventOf } from "../../../src/twap/twap-kind.ts";

const NOW = 1_700_000_000_000;
const DAY = 24 * 60 * 60_000;

const eventAt = (timestamp: number): TwapEvent => ({
  orderId: 7,
  timestamp,
  sliceNumber: 3,
  totalSlices: 5,
  sellAmount: "20",
  buyAmount: "0.008",
  success: true,
});

describe("filterEvents", () => {
  test.each([
    [NOW - DAY - 1, false],
    [NOW - DAY, true],
    [NOW - DAY + 1, true],
    [NOW, true],
  ])("boundary: kept 24 hours by timestamp, %s", (timestamp, kept) => {
    expect(filterEvents([eventAt(timestamp)], 0, NOW)).toHaveLength(kept ? 1 : 0);
  });

  test.each([
    [NOW - 11, 1],
    [NOW - 10, 0],
    [NOW - 9, 0],
  ])("boundary: newer than since, %s", (since, count) => {
    expect(filterEvents([eventAt(NOW - 10)], since, NOW)).toHaveLength(count);
  });

  test.each([19, 20, 21])(
    "boundary: at most the newest 20 of %s, oldest first whatever the order given",
    (count) => {
      const ages = Array.from({ length: count }, (_, i) => i);
      const newestFirst = ages.map((age) => eventAt(NOW - age));
      const shown = Array.from(
        { length: Math.min(count, 20) },
        (_, i) => NOW - (Math.min(count, 20) - 1 - i),
      );
      expect(filterEvents(newestFirst, 0, NOW).map((event) => event.timestamp)).toEqual(shown);
      expect(
        filterEvents(newestFirst.toReversed(), 0, NOW).map((event) => event.timestamp),
      ).toEqual(shown);
    },
  );
});

describe("strategyEventOf", () => {
  test("default: a success", () => {
    expect(strategyEventOf(eventAt(NOW))).toEqual({
      type: "twap",
      timestamp: NOW,
      success: true,
      twapOrderId: 7,
      summary: "TWAP #7 slice 3/5 executed: sold 20, bought 0.008",
    });
  });

  test("behavior: a failure's summary is one line", () => {
    const event: TwapEvent = { ...eventAt(NOW), success: false, error: "simulation\n\n  reverted" };
    expect(strategyEvent.parse(strategyEventOf(event)).summary).toBe(
      "TWAP #7 slice 3/5 failed: simulation reverted",
    );
  });

  test("behavior: a failure without a text says that it has none", () => {
    expect(strategyEventOf({ ...eventAt(NOW), success: false }).summary).toBe(
      "TWAP #7 slice 3/5 failed: unknown error",
    );
  });
});

describe("syncEventOf", () => {
  const event: NavSyncEvent = {
    type: "nav_sync",
    orderId: 7,
    timestamp: NOW,
    success: true,
    token: "USDC",
    sync: { fromChainId: 10, toChainId: 8453, amount: "250.5", spreadBps: 312 },
  };

  test("default: what was sent, from where to where", () => {
    expect(strategyEvent.parse(syncEventOf(event))).toEqual({
      ...{
        type: "nav_sync",
        timestamp: NOW,
        success: true,
        navSyncId: 7,
        fromChainId: 10,
        toChainId: 8453,
      },
      summary:
        "NAV sync #7 sent 250.5 USDC from optimism to base: NAV per unit was 3.12% (312 bps) apart",
    });
  });

  test("behavior: a failure, with what it was about where that is known", () => {
    const failed = { ...event, success: false, error: "simulation\n reverted" };
    expect(syncEventOf(failed).summary).toBe(
      "NAV sync #7 failed to send 250.5 USDC from optimism to base: simulation reverted",
    );
    const { sync: _, ...early } = failed;
    expect(strategyEvent.parse(syncEventOf(early))).toEqual({
      ...{ type: "nav_sync", timestamp: NOW, success: false, navSyncId: 7 },
      summary: "NAV sync #7 failed: simulation reverted",
    });
  });
});
