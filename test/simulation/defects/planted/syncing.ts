import type { Defect } from "../defect.ts";

export const syncing: readonly Defect[] = [
  {
    name: "nav-sync-cancelled-forgets-what-is-out",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "return sync.pendingSync === undefined ? unchanged(sync) : sent(sync, sync.pendingSync, outcome, times);",
        to: 'return sync.pendingSync === undefined || sync.status === "cancelled" ? unchanged({ ...sync, pendingSync: undefined, pendingAttempt: undefined }) : sent(sync, sync.pendingSync, outcome, times);',
      },
    ],
  },
  {
    name: "nav-sync-cap-of-a-run-ignored",
    edits: [
      {
        file: "src/navsync/decide-sync.ts",
        from: "const allowed = smaller(unitsOf(sync.maxPerRun), leftOfDay(sync, nowMs)) / scale;",
        to: "const allowed = leftOfDay(sync, nowMs) / scale;",
      },
    ],
  },
  {
    name: "nav-sync-counted-from-its-tick",
    edits: [
      {
        file: "src/navsync/nav-sync-rules.ts",
        from: "const result = applySyncOutcome(sync, outcome, { nowMs: tickMs, knownMs });",
        to: "const result = applySyncOutcome(sync, outcome, { nowMs: tickMs, knownMs: Math.min(tickMs, knownMs) });",
      },
    ],
  },
  {
    name: "nav-sync-day-without-memory",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "return { sentInDay: [...kept, { atMs: nowMs, amount }] };",
        to: "return { sentInDay: [...kept.slice(1), { atMs: nowMs, amount }] };",
      },
    ],
  },
  {
    name: "nav-sync-due-never-again",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "const plannedMs = dueAtMs(sync);",
        to: "if (sync.syncsExecuted > 0) return 4_102_444_800_000;\n  const plannedMs = dueAtMs(sync);",
      },
    ],
  },
  {
    name: "nav-sync-failure-not-counted",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "const consecutiveFailures = sync.consecutiveFailures + 1;",
        to: "const consecutiveFailures = sync.consecutiveFailures;",
      },
    ],
  },
  {
    name: "nav-sync-failure-taken-as-sent",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "return isRunning(sync) || sync.pendingAttempt !== undefined ? failed(sync, outcome, times) : unchanged(sync);",
        to: 'if (sync.pendingSync !== undefined)\n        return sent(sync, sync.pendingSync, { ...outcome, kind: "mined", hash: "0x", blockNumber: 0n } as never, times);\n      return isRunning(sync) ? failed(sync, outcome, times) : unchanged(sync);',
      },
    ],
  },
  {
    name: "nav-sync-forgets-what-is-out",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "return sync.pendingSync === undefined ? unchanged(sync) : sent(sync, sync.pendingSync, outcome, times);",
        to: 'return sync.pendingSync === undefined || sync.status === "pending_confirmation" ? unchanged({ ...sync, status: "active" }) : sent(sync, sync.pendingSync, outcome, times);',
      },
    ],
  },
  {
    name: "nav-sync-never-stops-itself",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "(consecutiveFailures >= TWAP_RULES.maxConsecutiveFailures || isOverLossBudget(outcome) || isNotArrived(outcome));",
        to: "(isOverLossBudget(outcome) || isNotArrived(outcome));",
      },
    ],
  },
  {
    name: "nav-sync-runs-on-when-cancelled",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "if not order or not order.record.active then return 'order_not_active' end",
        to: "if order and order.record.kind == 'nav_sync' and order.record.status == 'cancelled' then return order.attempt and 'attempt_open' or nil end\n  if not order or not order.record.active then return 'order_not_active' end",
      },
    ],
  },
  {
    name: "nav-sync-sends-before-it-arrived",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "return sync.lastSync === undefined ? plannedMs : Math.max(plannedMs, sync.lastSync.atMs + NAV_SYNC_LIMITS.arrivalMs);",
        to: "return plannedMs;",
      },
    ],
  },
  {
    name: "nav-sync-sends-without-a-gap",
    edits: [
      {
        file: "src/navsync/plan-nav-sync.ts",
        from: 'if (apart * ONE_BPS <= whole * thresholdBps) return { kind: "balanced", spreadBps };',
        to: 'if (apart <= 0n || thresholdBps < 0n) return { kind: "balanced", spreadBps };',
      },
    ],
  },
  {
    name: "nav-sync-transfer-told-to-nobody",
    edits: [
      {
        file: "src/navsync/apply-sync-outcome.ts",
        from: "notifications: [sentSyncNotification(next, { planned, ...outcome, nowMs })],",
        to: "notifications: [],",
      },
    ],
  },
  {
    name: "nav-sync-unknown-taken-as-failed",
    edits: [
      {
        file: "src/pipeline/execute-plan.ts",
        from: 'return awaitOutcome(ctx, { ...intent, attempt: { ...intent.attempt, status: "sent" } }, call.figures, debugCall);',
        to: 'const outcome = await awaitOutcome(ctx, { ...intent, attempt: { ...intent.attempt, status: "sent" } }, call.figures, debugCall);\n  if (outcome.status !== "pending" || !intent.attempt.id.startsWith("nav_sync:")) return outcome;\n  const failed = refuse("rpc_unavailable", "No receipt came.");\n  const attempt = { ...intent.attempt, status: "never_sent", error: failed.message } as const;\n  return { status: "refused", refusal: failed, debugCall, intent: { ...intent, attempt } };',
      },
    ],
  },
];
