import { isNavSync } from "../../../schemas/any-order.ts";
import type { NavSync } from "../../../schemas/nav-sync.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { type AuditRefusal, auditRefusal } from "./audit-refusal.ts";
import { type AuditText, auditText } from "./audit-text.ts";

/**
 * The entry of a slice that opened no attempt; `order` is as it is written with it. A run of a NAV sync that had nothing to do has
 * none: it changed nothing, and comes every few minutes.
 */
export function auditSlice(order: TwapOrder | NavSync, refusal: AuditRefusal | undefined): AuditText | undefined {
  const executed = isNavSync(order) ? order.syncsExecuted : order.slicesExecuted + (order.skippedSlices?.length ?? 0);
  const slice = { actor: "scheduler" as const, orderId: order.id };
  if (order.status === "expired")
    return auditText({ kind: "order_expired", ...slice, restBase: order.restBase ?? "0" });
  if (refusal !== undefined)
    return auditText({
      kind: "slice_refused",
      ...slice,
      sliceNumber: executed + 1,
      refusal: auditRefusal(refusal),
    });
  return isNavSync(order) ? undefined : auditText({ kind: "slice_notified", ...slice, sliceNumber: executed });
}
