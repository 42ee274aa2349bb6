import type { NavSync } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { unitsOf } from "./units-of.ts";

/** Of the last 24 hours, whenever a day began. In the units of `unitsOf`. */
export function leftOfDay({ maxPerDay, sentInDay = [] }: NavSync, nowMs: number): bigint {
  const sent = sentInDay.filter(({ atMs }) => nowMs - atMs < NAV_SYNC_LIMITS.dayMs);
  const left = unitsOf(maxPerDay) - sent.reduce((total, { amount }) => total + unitsOf(amount), 0n);
  return left > 0n ? left : 0n;
}
