import { expect, test } from "vitest";
import type { VenueOrderEvent } from "../../../schemas/orders/venue-order-event.ts";
import { venueEventOf } from "../../../src/events/events-for.ts";

const event: VenueOrderEvent = {
  type: "venue_order",
  orderId: "call:1",
  timestamp: 5,
  success: true,
  family: "perp_b",
  ordered: "Buy 0.5 BTC",
  status: "executed",
  amounts: { size: "0.5 BTC", averagePrice: "59990" },
  reason: "",
};

test("default: one line with the venue's figures", () => {
  expect(venueEventOf(event)).toEqual({
    ...{
      type: "venue_order",
      timestamp: 5,
      success: true,
      venueOrderId: "call:1",
      family: "perp_b",
      status: "executed",
    },
    summary: "Buy 0.5 BTC: executed (size 0.5 BTC, average price 59990)",
  });
});

test("behavior: otherwise than ordered, with the reason", () => {
  const ended = {
    ...event,
    success: false,
    status: "partly_executed",
    amounts: {},
    reason: "The rest\nwas cancelled.",
  } as const;
  expect(venueEventOf(ended)).toMatchObject({
    ...{ success: false, status: "partly_executed" },
    summary: "Buy 0.5 BTC: partly executed. The rest was cancelled.",
  });
});
