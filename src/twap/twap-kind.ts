import type { OrderChangeEvent } from "../../schemas/order-change-event.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { plainError } from "../kinds/plain-error.ts";
import { SLICE_COSTS } from "../kinds/slice-costs.ts";
import { loadedOnce } from "../lib/loaded-once.ts";
import { strategyEventOf } from "./strategy-event-of.ts";

/** An amount that is traded in slices, one at every interval. */
export const twapKind: OrderKind<TwapOrder> = {
  kind: "twap",
  most: {
    ofVault: { most: ORDER_LIMITS.maxActivePerVaultChain, on: "each chain" },
    ofOperator: { most: ORDER_LIMITS.maxActivePerOperator, with: ["nav_sync"] },
  },
  hasCard: true,
  costs: SLICE_COSTS,
  // What holds an order up or leaves it short is not its event.
  eventOf: (event: TwapEvent | OrderChangeEvent, seenBy) =>
    strategyEventOf(
      seenBy === "owner" || "type" in event || event.success ? event : { ...event, error: plainError(event.code) },
    ),
  rules: loadedOnce(async () => (await import("./twap-order-rules.ts")).twapOrderRules),
};
