import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { type AuditRefusal, auditRefusal } from "./audit-refusal.ts";
import { type AuditText, auditText } from "./audit-text.ts";

/** The entry of a slice that opened no attempt; `order` is as it is written with it. */
export const auditSlice = ({ id, slicesExecuted }: TwapOrder, refusal: AuditRefusal | undefined): AuditText =>
  refusal === undefined
    ? auditText({ kind: "slice_notified", actor: "scheduler", orderId: id, sliceNumber: slicesExecuted })
    : auditText({
        kind: "slice_refused",
        actor: "scheduler",
        orderId: id,
        sliceNumber: slicesExecuted + 1,
        refusal: auditRefusal(refusal),
      });
