import { type AnyOrder, isNavSync } from "../../../schemas/any-order.ts";
import { type AuditRefusal, auditRefusal } from "./audit-refusal.ts";
import { type AuditText, auditText } from "./audit-text.ts";

/**
 * The entry of a slice that opened no attempt; `order` is as it is written with it. A run of a NAV sync that had nothing to do has
 * none: it changed nothing, and comes every few minutes.
 */
export function auditSlice(order: AnyOrder, refusal: AuditRefusal | undefined): AuditText | undefined {
  const executed = isNavSync(order) ? order.syncsExecuted : order.slicesExecuted;
  const slice = { actor: "scheduler" as const, orderId: order.id };
  if (refusal !== undefined)
    return auditText({
      kind: "slice_refused",
      ...slice,
      sliceNumber: executed + 1,
      refusal: auditRefusal(refusal),
    });
  return isNavSync(order) ? undefined : auditText({ kind: "slice_notified", ...slice, sliceNumber: executed });
}
