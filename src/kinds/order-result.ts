import type { AnyOrder } from "../../schemas/any-order.ts";
import type { DebugCall } from "../../schemas/debug-call.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { OrderChange } from "../../schemas/order-change.ts";
import type { OrderEvent } from "../../schemas/order-event.ts";
import type { SliceEnd } from "../../schemas/slice-end.ts";
import type { SliceRefusal } from "../../schemas/slice-refusal.ts";
import type { Details } from "../lib/verdict.ts";

/** All of it written in one script under its lease and version. `dueMs`: score in the due index, null takes it out. */
export type OrderResult<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> = {
  order: O;
  event: E | null;
  notifications: Notification[];
  dueMs: number | null;
  /** Beside its runs, for tell_change (lua-order-view.ts). */
  change?: Pick<OrderChange, "kind" | "amountBase" | "amount" | "symbol">;
  /** What is kept of the run with its order. */
  slice?: KeptSlice | undefined;
  /** Absent: the audit log has nothing of it beside what its attempt has there. */
  audit?: AuditText | undefined;
};

/** `refusal.details` as they were refused with: the store cuts them. */
export type KeptSlice = {
  number: number;
  end: SliceEnd;
  refusal?: (Omit<SliceRefusal, "details"> & { details?: Details | undefined }) | undefined;
  /** What was about to be called, where anything is known of it. */
  call?: DebugCall | undefined;
};

/** An entry's facts as `audit_append` (lua-audit.ts) takes them. */
export type AuditText = { content: string; digest: string };

/** Why something was refused: a stable code, and the numbers that decided. */
export type AuditRefusal = { code: string; details?: Details | undefined };
