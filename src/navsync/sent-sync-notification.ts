import type { Hex } from "viem";
import type { NavSync, PlannedSync } from "../../schemas/nav-sync.ts";
import type { Notification } from "../../schemas/notification.ts";
import { explorerTxUrl } from "../chain/explorer-tx-url.ts";
import { syncNotificationBase } from "./sync-notification-base.ts";

type Sent = { planned: PlannedSync; hash: Hex; blockNumber: bigint; nowMs: number };

/** It has not arrived yet. `sync` is the one after the run. */
export const sentSyncNotification = (sync: NavSync, { planned, hash, blockNumber, nowMs }: Sent): Notification => ({
  ...syncNotificationBase("nav_sync_sent", sync, { run: sync.syncsExecuted, nowMs }),
  ...planned,
  hash,
  blockNumber: blockNumber.toString(),
  explorerUrl: explorerTxUrl(planned.fromChainId, hash),
});
