import type { NavSync } from "../../schemas/nav-sync.ts";
import type { Notification } from "../../schemas/notification.ts";

type Happening = { run: number; nowMs: number };

/** The id names sync, run, attempt and kind (notification-base.ts). `sync` is the one after the run. */
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
