import type { Hex } from "viem";
import type { NavSync, PlannedSync } from "../../schemas/nav-sync.ts";
import type { Notification } from "../../schemas/notification.ts";
import { explorerTxUrl } from "../chain/without-links.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import { codeOf, isOverLossBudget, TWAP_RULES, wholeCall } from "../twap/twap-rules.ts";

type Happening = { run: number; nowMs: number };

/** The id names sync, run, attempt and kind. `sync` is the one after the run. */
export function syncNotificationBase<K extends Notification["kind"]>(
  kind: K,
  sync: NavSync,
  { run, nowMs }: Happening,
) {
  return {
    kind,
    id: `nav_sync:${sync.vaultAddress}:${sync.id}:${run}:${sync.lastExecution ?? nowMs}:${kind}`,
    vault: sync.vaultAddress,
    chainId: sync.chainId,
    operator: sync.operatorAddress,
    createdAt: nowMs,
    orderId: sync.id,
    token: sync.token,
  };
}

type Sent = { planned: PlannedSync; hash: Hex; blockNumber: bigint; nowMs: number };

/** Not arrived yet. */
export const sentSyncNotification = (
  sync: NavSync,
  { planned, hash, blockNumber, nowMs }: Sent,
): Notification => ({
  ...syncNotificationBase("nav_sync_sent", sync, { run: sync.syncsExecuted, nowMs }),
  ...planned,
  hash,
  blockNumber: blockNumber.toString(),
  explorerUrl: explorerTxUrl(planned.fromChainId, hash),
});

export type Failed = {
  outcome: Extract<SliceOutcome, { kind: "failed" | "meta_unreadable" }>;
  error: string;
  run: number;
  nowMs: number;
};

/** More of it would go the same way. */
export const isNotArrived = (outcome: Failed["outcome"]): boolean =>
  codeOf(outcome) === "bridge_not_arrived";

/** Notification of a failure, and of the pause it causes. */
export function failedSyncNotifications(
  sync: NavSync,
  { outcome, error, ...happening }: Failed,
): Notification[] {
  const failure: Notification = {
    ...syncNotificationBase("nav_sync_failed", sync, happening),
    error,
    code: codeOf(outcome),
    consecutiveFailures: sync.consecutiveFailures,
    failureLimit: TWAP_RULES.maxConsecutiveFailures,
    debugCall: wholeCall(outcome.debugCall),
  };
  const isOverBudget = isOverLossBudget(outcome);
  const isLost = isNotArrived(outcome);
  const isPaused =
    sync.status === "auto_paused" &&
    (isOverBudget || isLost || sync.consecutiveFailures === TWAP_RULES.maxConsecutiveFailures);
  if (!isPaused) return [failure];
  return [
    failure,
    {
      ...syncNotificationBase("nav_sync_auto_paused", sync, happening),
      consecutiveFailures: sync.consecutiveFailures,
      lastError: error,
      ...(isOverBudget && { isOverLossBudget: true as const }),
    },
  ];
}
