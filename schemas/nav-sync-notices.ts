import * as z from "zod";
import { addressed } from "./addressed.ts";
import { debugCall } from "./debug-call.ts";
import { navSyncToken, plannedSync } from "./nav-sync.ts";
import { baseUnits, hexHash, unixMs } from "./primitives.ts";

/**
 * `chainId` is where the sync was created; `orderId` its number, among those of the vault's orders.
 */
const ofNavSync = { ...addressed, orderId: z.int().min(0), token: navSyncToken };

/** Sent, and not arrived yet. */
const navSyncSent = z.object({
  kind: z.literal("nav_sync_sent"),
  ...ofNavSync,
  ...plannedSync.shape,
  hash: hexHash,
  blockNumber: baseUnits,
  explorerUrl: z.string(),
});

const navSyncFailed = z.object({
  kind: z.literal("nav_sync_failed"),
  ...ofNavSync,
  error: z.string().max(400),
  code: z.string(),
  consecutiveFailures: z.int().min(1),
  failureLimit: z.int().min(1),
  debugCall,
});

const navSyncAutoPaused = z.object({
  kind: z.literal("nav_sync_auto_paused"),
  ...ofNavSync,
  consecutiveFailures: z.int().min(1),
  lastError: z.string().max(400),
  isOverLossBudget: z.literal(true).optional(),
});

/** As of an order: for an hour no run could be written down. */
const navSyncWaiting = z.object({
  kind: z.literal("nav_sync_waiting"),
  ...ofNavSync,
  waitingSince: unixMs,
  code: z.string(),
  reason: z.string().max(400),
});

/** Notifications of NAV syncs. */
export const NAV_SYNC_NOTICES = [
  navSyncSent,
  navSyncFailed,
  navSyncAutoPaused,
  navSyncWaiting,
] as const;
