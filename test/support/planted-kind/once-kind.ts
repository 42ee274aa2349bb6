import type { OrderChangeEvent } from "../../../schemas/order-change-event.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import type { StrategyEvent } from "../../../schemas/strategy-event.ts";
import type { OrderKind } from "../../../src/kinds/order-kind.ts";
import { SLICE_COSTS } from "../../../src/kinds/slice-costs.ts";
import { loadedOnce } from "../../../src/lib/expiring-cache.ts";
import type { OnceEvent, OnceOrder } from "./once-order.ts";

/**
 * A kind of order as somebody may add one: nothing of the service knows it, and its table has one
 * line more.
 */
export const onceKind: OrderKind<OnceOrder> = {
  kind: "once" as OrderKindId,
  most: { ofVault: { most: 2, on: "each chain" }, ofOperator: { most: 5, with: [] } },
  hasCard: false,
  costs: SLICE_COSTS,
  eventOf: (event: OnceEvent | OrderChangeEvent) => {
    const { timestamp, orderId: onceId } = event;
    const said = "said" in event ? event.said : event.kind;
    const shown = { type: "once", timestamp, onceId, summary: `Once #${onceId} ${said}` };
    // Of a kind that the closed union of events does not name.
    return {
      ...shown,
      success: "said" in event ? event.success : true,
    } as unknown as StrategyEvent;
  },
  rules: loadedOnce(async () => (await import("./once-rules.ts")).onceRules),
};
