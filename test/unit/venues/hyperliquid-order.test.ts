import { describe, expect, test } from "vitest";
import { allow } from "../../../src/lib/verdict.ts";
import type {
  HyperliquidVenue,
  PerpFill,
  PerpOrder,
  PerpOrderState,
} from "../../../src/venues/hyperliquid-port.ts";
import { lookAtHyperliquidOrder } from "../../../src/venues/look-at-hyperliquid-order.ts";
import { lookUpHyperliquidOrder } from "../../../src/venues/look-up-hyperliquid-order.ts";
import { silentHyperliquid } from "../../support/silent-hyperliquid.ts";

const vault = "0x1111111111111111111111111111111111111111";
const cloid = `0x${"1d".repeat(16)}`;
const NOW = 1_790_000_000_000;
const order: PerpOrder = {
  ...{
    coin: "ETH",
    oid: 7,
    cloid,
    isBuy: true,
    limitPriceE8: 300_000_000_000n,
    leftE8: 0n,
    sizeE8: 100_000_000n,
  },
  ...{ reduceOnly: false, tif: "Gtc", placedMs: NOW - 5_000 },
};
const fill = (changes: Partial<PerpFill>): PerpFill => ({
  ...{ coin: "ETH", oid: 7, cloid, isBuy: true, priceE8: 299_000_000_000n, sizeE8: 50_000_000n },
  ...{ feeBase: 600_000n, closedPnlBase: 0n, timeMs: NOW - 4_000 },
  ...changes,
});
const venueOf = (found: PerpOrderState | null, fills: PerpFill[] = []): HyperliquidVenue => ({
  ...silentHyperliquid,
  order: async () => allow(found),
  fills: async () => allow(fills),
});
const state = (status: string): PerpOrderState => ({ order, status, statusMs: NOW - 1_000 });
const outcome = async (venue: HyperliquidVenue, orderedAtMs?: number) => {
  const read = await lookUpHyperliquidOrder(
    { venue, nowMs: NOW },
    { vault, id: cloid, ...(orderedAtMs !== undefined && { orderedAtMs }) },
  );
  if (!read.ok) return read.code;
  return read.value.status;
};

test("attack: an order placed before this was written is another, with the same id", async () => {
  const earlier = (ms: number) => ({
    ...state("filled"),
    order: { ...order, placedMs: NOW - 30_000 - ms },
  });
  // The venue's clock may be a little behind ours.
  expect(await outcome(venueOf(earlier(5_000)), NOW - 30_000)).toBe("executed");
  expect(await outcome(venueOf(earlier(5_001)), NOW - 30_000)).toBe("waiting");
  expect(await outcome(venueOf(earlier(60_000)), NOW - 60_000)).toBe("dropped");
});

describe("what became of an order", () => {
  // The venue's own list of words (docs/facts/hyperliquid.md 4).
  test.each([
    ["open", "waiting"],
    ["triggered", "waiting"],
    ["filled", "executed"],
    ["canceled", "cancelled"],
    ["marginCanceled", "cancelled"],
    ["vaultWithdrawalCanceled", "cancelled"],
    ["openInterestCapCanceled", "cancelled"],
    ["selfTradeCanceled", "cancelled"],
    ["reduceOnlyCanceled", "cancelled"],
    ["siblingFilledCanceled", "cancelled"],
    ["delistedCanceled", "cancelled"],
    ["liquidatedCanceled", "cancelled"],
    ["scheduledCancel", "cancelled"],
    ["rejected", "dropped"],
    ["tickRejected", "dropped"],
    ["minTradeNtlRejected", "dropped"],
    ["perpMarginRejected", "dropped"],
    ["reduceOnlyRejected", "dropped"],
    ["badAloPxRejected", "dropped"],
    ["iocCancelRejected", "dropped"],
    ["oracleRejected", "dropped"],
    ["perpMaxPositionRejected", "dropped"],
    ["somethingNew", "unknown"],
  ])("default: the venue's %s is %s", async (word, status) => {
    expect(await outcome(venueOf(state(word)))).toBe(status);
  });

  test("behavior: one unheard of is dropped after a minute; without a time, unknown", async () => {
    const venue = venueOf(null);
    expect(await outcome(venue, NOW - 59_999)).toBe("waiting");
    expect(await outcome(venue, NOW - 60_000)).toBe("dropped");
    expect(await outcome(venue)).toBe("unknown");
  });

  test("behavior: filled at its own fills' mean, fees added up, others' left out", async () => {
    const fills = [
      fill({}),
      fill({ priceE8: 301_000_000_000n }),
      fill({ oid: 8, sizeE8: 900_000_000n }),
    ];
    const read = await lookUpHyperliquidOrder(
      { venue: venueOf(state("filled"), fills), nowMs: NOW },
      { vault, id: 7 },
    );
    expect(read).toMatchObject({
      value: { filledE8: 100_000_000n, averagePriceE8: 300_000_000_000n, feeBase: 1_200_000n },
    });
  });

  test("error: a venue that does not answer says nothing", async () => {
    expect(await outcome(silentHyperliquid, NOW)).toBe("venue_unavailable");
  });
});

describe("an order that is followed", () => {
  const look = (
    venue: HyperliquidVenue,
    changes: { answeredAt?: number; createdAt?: number } = {},
  ) =>
    lookAtHyperliquidOrder(
      { venue, nowMs: NOW },
      { vault, createdAt: NOW - 90_000, ordered: { cloid }, ...changes },
    );

  test("behavior: unheard of, it drops only if the venue was asked half a minute ago", async () => {
    expect(await look(venueOf(null))).toEqual({ kind: "waiting" });
    expect(await look(venueOf(null), { answeredAt: NOW - 29_999 })).toEqual({ kind: "waiting" });
    const dropped = { kind: "ended", status: "dropped", amounts: {}, atMs: NOW };
    expect(await look(venueOf(null), { answeredAt: NOW - 30_000 })).toMatchObject(dropped);
    expect(
      await look(venueOf(null), { answeredAt: NOW - 30_000, createdAt: NOW - 59_000 }),
    ).toEqual({
      kind: "waiting",
    });
  });

  test("behavior: a cancelled one partly filled is executed in part, venue's amounts", async () => {
    expect(await look(venueOf(state("canceled"), [fill({})]))).toEqual({
      ...{
        kind: "ended",
        status: "partly_executed",
        reason: 'The venue says "canceled".',
        atMs: NOW - 1_000,
      },
      amounts: { size: "0.5", price: "2990", fee: "0.6 USDC" },
    });
    expect(await look(venueOf(state("canceled")))).toMatchObject({
      status: "cancelled",
      amounts: {},
    });
  });

  test("error: no answer and no id end nothing", async () => {
    expect(await look(silentHyperliquid)).toEqual({ kind: "unreadable" });
    const without = { vault, createdAt: NOW, ordered: {} } as const;
    expect(await lookAtHyperliquidOrder({ venue: venueOf(null), nowMs: NOW }, without)).toEqual({
      kind: "unreadable",
    });
  });
});
