import * as z from "zod";
import { plannedSync } from "./nav-sync.ts";
import { unixMs } from "./primitives.ts";

/**
 * One run of a NAV sync that sent something, or failed: one that had nothing to do leaves no event
 * (decision D47).
 */
export const navSyncEvent = z.object({
  type: z.literal("nav_sync"),
  orderId: z.int(),
  timestamp: unixMs,
  success: z.boolean(),
  token: z.string(),
  /** Absent where it failed before anything was planned. */
  sync: plannedSync.optional(),
  error: z.string().max(400).optional(),
  /** A failure's code for others than the owner; `error` has the owner's figures. */
  code: z.string().max(60).optional(),
});
export type NavSyncEvent = z.infer<typeof navSyncEvent>;
