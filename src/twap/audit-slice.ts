import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { AuditRefusal, AuditText } from "../kinds/audit-text.ts";
import { auditRefusal, auditText } from "../store/audit/audit-text.ts";
import { slicesBehind } from "./slices-behind.ts";

/** The entry of a slice that opened no attempt; `order` is as it is written with it. */
export function auditSlice(order: TwapOrder, refusal: AuditRefusal | undefined): AuditText {
  const slice = { actor: "scheduler" as const, orderId: order.id };
  if (order.status === "expired")
    return auditText({ kind: "order_expired", ...slice, restBase: order.restBase ?? "0" });
  const executed = slicesBehind(order);
  return refusal === undefined
    ? auditText({ kind: "slice_notified", ...slice, sliceNumber: executed })
    : auditText({ kind: "slice_refused", ...slice, sliceNumber: executed + 1, refusal: auditRefusal(refusal) });
}
