import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { SLICE_COSTS } from "../kinds/slice-costs.ts";
import { loadedOnce } from "../lib/loaded-once.ts";
import { triggerEventOf } from "./trigger-event-of.ts";

/** Armed still: whom to trade against is told to nobody. */
const ARMED: readonly TriggerEvent["how"][] = ["refused", "ordered"];

/** A trade, or a TWAP order, when the oracle's price is met. */
export const triggerKind: OrderKind<TriggerOrder> = {
  kind: "trigger",
  most: {
    ofVault: { most: TRIGGER_LIMITS.maxActivePerVaultChain, on: "each chain" },
    ofOperator: { most: TRIGGER_LIMITS.maxActivePerOperator, with: [] },
  },
  hasCard: false,
  costs: SLICE_COSTS,
  eventOf: (event: TriggerEvent, seenBy) => {
    if (seenBy === "owner") return triggerEventOf(event);
    const { condition: _, error: __, ...rest } = event;
    return ARMED.includes(event.how) ? null : triggerEventOf(rest);
  },
  rules: loadedOnce(async () => (await import("./trigger-rules.ts")).triggerRules),
};
