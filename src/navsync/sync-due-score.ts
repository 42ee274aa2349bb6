import type { NavSync } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { dueAtMs } from "../twap/points-of-order.ts";

/**
 * Null when it must not be there. What was sent has arrived by then, or is on its way back: compared earlier, NAVs would ask for the same
 * amount again.
 */
export function syncDueScore(sync: NavSync): number | null {
  if (!sync.active || sync.status !== "active") return null;
  const plannedMs = dueAtMs(sync);
  return sync.lastSync === undefined ? plannedMs : Math.max(plannedMs, sync.lastSync.atMs + NAV_SYNC_LIMITS.arrivalMs);
}
