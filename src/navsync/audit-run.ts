import type { NavSync } from "../../schemas/nav-sync.ts";
import type { AuditRefusal, AuditText } from "../kinds/audit-text.ts";
import { auditRefusal } from "../store/audit/audit-refusal.ts";
import { auditText } from "../store/audit/audit-text.ts";

/**
 * The entry of a NAV sync's run that opened no attempt; `sync` is as it is written with it. One that had nothing to do has none: it changed
 * nothing, and comes every few minutes.
 */
export const auditRun = (sync: NavSync, refusal: AuditRefusal | undefined): AuditText | undefined =>
  refusal &&
  auditText({
    kind: "slice_refused",
    actor: "scheduler",
    orderId: sync.id,
    sliceNumber: sync.syncsExecuted + 1,
    refusal: auditRefusal(refusal),
  });
