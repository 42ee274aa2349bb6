import type { NavSync, PlannedSync } from "../../schemas/nav-sync.ts";
import type { NavSyncEvent } from "../../schemas/nav-sync-event.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import type { OrderResult } from "../kinds/order-result.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import { sanitize } from "../lib/sanitize.ts";
import { advancePoint, dueAtMs } from "../twap/points-of-order.ts";
import { isRunning } from "../twap/state-of.ts";
import { codeOf, errorText, isOverLossBudget, TWAP_RULES } from "../twap/twap-rules.ts";
import {
  type Failed,
  failedSyncNotifications,
  isNotArrived,
  sentSyncNotification,
} from "./sync-notification-base.ts";

/** `nowMs`: the run's tick. `knownMs`: when its outcome was known. */
type Times = { nowMs: number; knownMs: number };
type Sent = Extract<SliceOutcome, { kind: "mined" | "executed" }>;

type SyncResult = OrderResult<NavSync, NavSyncEvent>;

/**
 * By the rules of a slice (applySliceOutcome), but a deposit that did not arrive pauses it at once.
 * An idle run is a success without an event. A sent amount counts from `knownMs`.
 */
export function applySyncOutcome(sync: NavSync, outcome: SliceOutcome, times: Times): SyncResult {
  switch (outcome.kind) {
    case "mined":
    case "executed":
      return sync.pendingSync === undefined
        ? unchanged(sync)
        : sent(sync, sync.pendingSync, outcome, times);
    case "idle":
      return isRunning(sync) && sync.pendingAttempt === undefined
        ? idle(sync, outcome.found, times)
        : unchanged(sync);
    case "failed":
      // After a cancel, only an attempt that was out still counts.
      return isRunning(sync) || sync.pendingAttempt !== undefined
        ? failed(sync, outcome, times)
        : unchanged(sync);
    case "meta_unreadable":
      return isRunning(sync) && sync.pendingAttempt === undefined
        ? failed(sync, outcome, times)
        : unchanged(sync);
    case "notified":
    case "pending":
    case "expired":
    case "refused_state":
      return unchanged(sync);
  }
}

const unchanged = (sync: NavSync): SyncResult => ({
  order: sync,
  event: null,
  notifications: [],
  dueMs: syncDueScore(sync),
});

function idle(sync: NavSync, found: string, { nowMs }: Times): SyncResult {
  return unchanged({
    ...attempted(sync, nowMs),
    consecutiveFailures: 0,
    lastLook: { atMs: nowMs, found: sanitize(found, TWAP_RULES.maxErrorLength) },
  });
}

function sent(
  sync: NavSync,
  planned: PlannedSync,
  outcome: Sent,
  { nowMs, knownMs }: Times,
): SyncResult {
  const next: NavSync = {
    ...ended(sync, nowMs),
    ...counted(sync, planned, knownMs),
    status: isRunning(sync) ? "active" : sync.status,
    consecutiveFailures: 0,
    attemptsOfSlice: 0,
    syncsExecuted: sync.syncsExecuted + 1,
    lastSync: { ...planned, atMs: knownMs, hash: outcome.hash },
  };
  const event: NavSyncEvent = { ...eventBase(sync, nowMs), sync: planned, success: true };
  return {
    order: next,
    event,
    notifications: [sentSyncNotification(next, { planned, ...outcome, nowMs })],
    dueMs: syncDueScore(next),
  };
}

function failed(sync: NavSync, outcome: Failed["outcome"], { nowMs, knownMs }: Times): SyncResult {
  const { pendingSync } = sync;
  const consecutiveFailures = sync.consecutiveFailures + 1;
  const isPausing =
    isRunning(sync) &&
    (consecutiveFailures >= TWAP_RULES.maxConsecutiveFailures ||
      isOverLossBudget(outcome) ||
      isNotArrived(outcome));
  const error = errorText(outcome, "The run gave no readable outcome.");
  // The forgotten transaction may have been this deposit (decision D33).
  const mayBeSent =
    outcome.kind === "failed" && outcome.code === "vault_frozen" && pendingSync !== undefined;
  const next: NavSync = {
    ...ended(sync, nowMs),
    ...(mayBeSent && counted(sync, pendingSync, knownMs)),
    active: sync.active && !isPausing,
    status: isPausing ? "auto_paused" : isRunning(sync) ? "active" : sync.status,
    consecutiveFailures,
    lastError: error,
  };
  const event: NavSyncEvent = {
    ...eventBase(sync, nowMs),
    ...(pendingSync !== undefined && { sync: pendingSync }),
    success: false,
    error,
    code: codeOf(outcome),
  };
  return {
    order: next,
    event,
    notifications: failedSyncNotifications(next, {
      outcome,
      error,
      run: sync.syncsExecuted + 1,
      nowMs,
    }),
    dueMs: syncDueScore(next),
  };
}

/** An attempt has recorded its time already (prepare-attempt). */
function attempted({ waiting: _, ...sync }: NavSync, nowMs: number): NavSync {
  const isRecorded = sync.lastExecution !== undefined && sync.pendingAttempt !== undefined;
  return isRecorded ? sync : { ...sync, ...advancePoint(sync, nowMs), lastExecution: nowMs };
}

function ended(sync: NavSync, nowMs: number): NavSync {
  const { pendingAttempt: _, pendingSync: __, ...rest } = attempted(sync, nowMs);
  return rest;
}

/** Only the last day counts. */
function counted(
  { sentInDay = [] }: NavSync,
  { amount }: PlannedSync,
  nowMs: number,
): Pick<NavSync, "sentInDay"> {
  const kept = sentInDay.filter(({ atMs }) => nowMs - atMs < NAV_SYNC_LIMITS.dayMs);
  return { sentInDay: [...kept, { atMs: nowMs, amount }] };
}

const eventBase = (sync: NavSync, nowMs: number) => ({
  type: "nav_sync" as const,
  orderId: sync.id,
  timestamp: nowMs,
  token: sync.token,
});

/** Null removes it from the due index. An earlier run would send the same amount again. */
export function syncDueScore(sync: NavSync): number | null {
  if (!sync.active || sync.status !== "active") return null;
  const plannedMs = dueAtMs(sync);
  return sync.lastSync === undefined
    ? plannedMs
    : Math.max(plannedMs, sync.lastSync.atMs + NAV_SYNC_LIMITS.arrivalMs);
}
