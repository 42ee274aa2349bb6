import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderLook } from "../kinds/order-kind.ts";
import type { Verdict } from "../lib/verdict.ts";
import { type PriceRead, readOraclePrices } from "../pipeline/read-oracle-prices.ts";
import { decideLook, priceAsked } from "./decide-look.ts";

/** The prices of all claimed trigger orders of a chain, in one request. */
export const triggerLook: OrderLook<TriggerOrder, Verdict<PriceRead>> = {
  read: (chain, triggers) => readOraclePrices(chain, triggers.map(priceAsked)),
  decide: decideLook,
  // What becomes a TWAP order asks no venue.
  venueOf: ({ into, venue }) => (into === undefined ? venue : undefined),
  /** Of the half that is kept for second tries and the other doors: slices claimed before it never keep a stop from trading. */
  beyondShare: 1.2,
};
