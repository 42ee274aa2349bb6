import type { Notification } from "../../schemas/notification.ts";
import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";

/** What is written of a trigger order in one go, as SliceResult of an order. */
export type TriggerResult = {
  order: TriggerOrder;
  event: TriggerEvent | null;
  notifications: Notification[];
  dueMs: number | null;
};
