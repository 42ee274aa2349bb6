import type { NavSync } from "../../schemas/nav-sync.ts";
import type { AuditText } from "../kinds/audit-text.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { auditText } from "../store/audit/audit-text.ts";

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
