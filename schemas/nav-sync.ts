import * as z from "zod";
import { chainId } from "./chains.ts";
import { NAV_SYNC_LIMITS } from "./nav-sync-limits.ts";
import { orderWaiting } from "./order-waiting.ts";
import { decimalAmount, hexAddress, hexHash, unixMs } from "./primitives.ts";

/** The tokens that the vaults' bridge carries (docs/facts/across.md), as a caller names them. */
export const navSyncToken = z.enum(["USDC", "USDT", "WETH", "WBTC"]);
export type NavSyncToken = z.infer<typeof navSyncToken>;

/** `auto_paused` and `cancelled` are final: another one is created in its place. */
export const navSyncStatus = z.enum(["active", "pending_confirmation", "auto_paused", "cancelled"]);
export type NavSyncStatus = z.infer<typeof navSyncStatus>;

/** One run: an amount in whole tokens, and the spread of NAV per unit that causes it. */
export const plannedSync = z.object({
  fromChainId: chainId,
  toChainId: chainId,
  amount: decimalAmount,
  spreadBps: z.int().min(0),
});
export type PlannedSync = z.infer<typeof plannedSync>;

/**
 * A NAV sync: at every interval it compares the vault's NAV per unit on its chains and sends the
 * token from the highest to the lowest where they are further apart than the threshold. It is kept
 * where orders are and under their numbers (decision D47), so what schedules an order has the same
 * names here. Amounts are whole tokens of `token`.
 */
export const navSync = z.object({
  kind: z.literal("nav_sync"),
  id: z.int().min(0),
  /** The chain of its creation and of its place in the schedule. It sends from the highest one. */
  chainId,
  vaultAddress: hexAddress,
  operatorAddress: hexAddress,
  intervalMinutes: z.int().min(NAV_SYNC_LIMITS.minIntervalMinutes),
  thresholdBps: z.int().min(NAV_SYNC_LIMITS.minThresholdBps),
  token: navSyncToken,
  maxPerRun: decimalAmount,
  maxPerDay: decimalAmount,
  active: z.boolean(),
  status: navSyncStatus,
  createdAt: unixMs,
  lastExecution: unixMs.optional(),
  completedAt: unixMs.optional(),
  consecutiveFailures: z.int().min(0),
  lastError: z.string().optional(),
  syncsExecuted: z.int().min(0),
  /**
   * Sent within the last day, which counts against `maxPerDay`. Never empty: a script would write
   * `{}`.
   */
  sentInDay: z
    .array(z.object({ atMs: unixMs, amount: decimalAmount }))
    .min(1)
    .optional(),
  /** The last run that compared NAVs and found nothing to send, and why. */
  lastLook: z.object({ atMs: unixMs, found: z.string().max(400) }).optional(),
  /**
   * `hash`: of the transaction that sent it, by which its arrival is looked up before anything more
   * is sent.
   */
  lastSync: plannedSync.extend({ atMs: unixMs, hash: hexHash.optional() }).optional(),
  /** As an order's (twap-order.ts). */
  anchorMs: unixMs.optional(),
  pointIndex: z.int().min(0),
  attemptsOfSlice: z.int().min(0),
  pendingAttempt: z.string().optional(),
  /** The sync of the attempt whose outcome is unknown. */
  pendingSync: plannedSync.optional(),
  waiting: orderWaiting.optional(),
});
export type NavSync = z.infer<typeof navSync>;
