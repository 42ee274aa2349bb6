import type { AnyOrder } from "../../schemas/any-order.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { OrderChange } from "../../schemas/order-change.ts";
import type { OrderEvent } from "../../schemas/order-event.ts";
import type { AuditText } from "./audit-text.ts";
import type { KeptSlice } from "./kept-slice.ts";

/** All of it written in one script under its lease and version. `dueMs`: score in the due index, null takes it out. */
export type OrderResult<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> = {
  order: O;
  event: E | null;
  notifications: Notification[];
  dueMs: number | null;
  /** Beside its runs, for tell_change (lua-order-changes.ts). */
  change?: Pick<OrderChange, "kind" | "amountBase" | "amount" | "symbol">;
  /** What is kept of the run with its order. */
  slice?: KeptSlice | undefined;
  /** Absent: the audit log has nothing of it beside what its attempt has there. */
  audit?: AuditText | undefined;
};
