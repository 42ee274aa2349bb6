import type { DebugCall } from "../../schemas/calls/debug-call.ts";
import type { Notification } from "../../schemas/notices/notification.ts";
import type { AnyOrder } from "../../schemas/orders/any-order.ts";
import type { OrderChange } from "../../schemas/orders/order-change.ts";
import type { OrderEvent } from "../../schemas/orders/order-event.ts";
import type { SliceEnd } from "../../schemas/orders/slice-end.ts";
import type { SliceRefusal } from "../../schemas/orders/slice-refusal.ts";
import type { Details } from "../lib/verdict.ts";

/**
 * Written in one script under lease and version. `dueMs`: score in the due index; null removes it.
 */
export type OrderResult<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> = {
  order: O;
  event: E | null;
  notifications: Notification[];
  dueMs: number | null;
  /** A change beside runs, for tell_change (lua-order-view.ts). */
  change?: Pick<OrderChange, "kind" | "amountBase" | "amount" | "symbol">;
  slice?: KeptSlice | undefined;
  /** Absent: the attempt's audit entry says it all. */
  audit?: AuditText | undefined;
};

/** `refusal.details` are uncut; the store cuts them. */
export type KeptSlice = {
  number: number;
  end: SliceEnd;
  refusal?: (Omit<SliceRefusal, "details"> & { details?: Details | undefined }) | undefined;
  call?: DebugCall | undefined;
};

/** Facts of an entry for `audit_append` (lua-audit.ts). */
export type AuditText = { content: string; digest: string };

/** A stable code, and the numbers that decided. */
export type AuditRefusal = { code: string; details?: Details | undefined };
