import type { TriggerOrder } from "./trigger-order.ts";

export const isTriggerOrder = (order: object): order is TriggerOrder => "kind" in order && order.kind === "trigger";
