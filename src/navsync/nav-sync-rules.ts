import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { NavSync } from "../../schemas/nav-sync.ts";
import type { OrderOutcome, OrderRules, OutcomeFacts } from "../kinds/order-kind.ts";
import type { AuditRefusal, AuditText, OrderResult } from "../kinds/order-result.ts";
import type { EndedRun, SliceOutcome } from "../kinds/order-run.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { auditRefusal, auditText } from "../store/audit/audit-text.ts";
import { notedWait } from "../twap/note-waiting.ts";
import { waitingText } from "../twap/order-change-text.ts";
import { applySyncOutcome, syncDueScore } from "./apply-sync-outcome.ts";
import { decideSyncRun } from "./decide-sync-run.ts";
import { syncNotificationBase } from "./sync-notification-base.ts";

/** `sync` is the one after the run. An idle run has no entry: it comes every few minutes. */
export const auditRun = (sync: NavSync, refusal: AuditRefusal | undefined): AuditText | undefined =>
  refusal &&
  auditText({
    kind: "slice_refused",
    actor: "scheduler",
    orderId: sync.id,
    sliceNumber: sync.syncsExecuted + 1,
    refusal: auditRefusal(refusal),
  });

/** Audit entry of a new NAV sync. */
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

/** Rules of NAV syncs. */
export const navSyncRules: OrderRules<NavSync> = {
  dueAt: (sync) => syncDueScore(sync),
  decide: decideSyncRun,
  means,
  after,
  noteWaiting: (sync, wait) => noteSyncWaiting(sync, wait),
  auditCreated: auditNavSync,
};

/** No failure: the next run compares again. */
const NOT_WORTH_IT: readonly ErrorCode[] = ["bridge_amount_too_low", "bridge_fee_too_high"];

function means(outcome: SliceOutcome, run: EndedRun): SliceOutcome {
  if (
    run.status !== "refused" ||
    run.intent !== undefined ||
    !NOT_WORTH_IT.includes(run.refusal.code)
  )
    return outcome;
  return { kind: "idle", found: run.refusal.message };
}

function after(sync: NavSync, outcome: OrderOutcome, facts: OutcomeFacts): OrderResult {
  if (outcome.kind === "looked") throw new Error("a NAV sync is not looked at");
  const { tickMs, knownMs, attempt, refusal } = facts;
  const result = applySyncOutcome(sync, outcome, { nowMs: tickMs, knownMs });
  return { ...result, ...(attempt === undefined && { audit: auditRun(result.order, refusal) }) };
}

const noteSyncWaiting: OrderRules<NavSync>["noteWaiting"] = (sync, wait) =>
  notedWait(sync.waiting, wait, (sinceMs) => {
    const run = sync.syncsExecuted + 1;
    return {
      ...syncNotificationBase("nav_sync_waiting", sync, { run, nowMs: wait.nowMs }),
      id: `nav_sync:${sync.vaultAddress}:${sync.id}:${run}:${sinceMs}:nav_sync_waiting`,
      waitingSince: sinceMs,
      code: wait.reason,
      reason: waitingText(wait.reason),
    };
  });
