import type { NavSync } from "../../schemas/nav-sync.ts";
import type { AuditRefusal, AuditText } from "../kinds/audit-text.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { auditRefusal, auditText } from "../store/audit/audit-text.ts";

/** `sync` is as it is written with it. A run that had nothing to do has no entry: it changed nothing, and comes every few minutes. */
export const auditRun = (sync: NavSync, refusal: AuditRefusal | undefined): AuditText | undefined =>
  refusal &&
  auditText({
    kind: "slice_refused",
    actor: "scheduler",
    orderId: sync.id,
    sliceNumber: sync.syncsExecuted + 1,
    refusal: auditRefusal(refusal),
  });

/** The entry of a new NAV sync, whose number only the store knows. */
export const auditNavSync = (sync: Omit<NavSync, "id">): AuditText =>
  auditText({
    kind: "nav_sync_created",
    actor: lowerHex(sync.operatorAddress),
    intervalMinutes: sync.intervalMinutes,
    thresholdBps: sync.thresholdBps,
    token: sync.token,
    maxPerRun: sync.maxPerRun,
    maxPerDay: sync.maxPerDay,
  });
