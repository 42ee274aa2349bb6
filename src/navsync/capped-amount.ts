import type { NavSync } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { smaller } from "../lib/larger.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { unitsOf } from "./units-of.ts";

/** In base units of so many decimals, on the chain that sends. */
type Wanted = { wantedBase: bigint; heldBase: bigint; decimals: number; nowMs: number };

/**
 * In whole tokens: no more than is wanted, held, allowed for a run and left of the day, rounded down to the sending chain's decimals. "0"
 * where that is nothing.
 */
export function cappedAmount(sync: NavSync, { wantedBase, heldBase, decimals, nowMs }: Wanted): string {
  const scale = 10n ** BigInt(18 - decimals);
  const allowed = smaller(unitsOf(sync.maxPerRun), leftOfDay(sync, nowMs)) / scale;
  return formatUnits(smaller(smaller(wantedBase, heldBase), allowed), decimals);
}

/** Of the last 24 hours, whenever a day began. In the units of `unitsOf`. */
export function leftOfDay({ maxPerDay, sentInDay = [] }: NavSync, nowMs: number): bigint {
  const sent = sentInDay.filter(({ atMs }) => nowMs - atMs < NAV_SYNC_LIMITS.dayMs);
  const left = unitsOf(maxPerDay) - sent.reduce((total, { amount }) => total + unitsOf(amount), 0n);
  return left > 0n ? left : 0n;
}
