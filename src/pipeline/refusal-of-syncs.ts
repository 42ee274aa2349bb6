import type { WaitReason } from "../../schemas/wait-reason.ts";
import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";
import { percentOfPpb } from "../lib/percent-of-ppb.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { SyncFigures } from "../store/attempts/sync-figures.ts";

/**
 * The refusal of a sync with which syncs would take more of the vault's value from its chain than a day or a week allows, with the figures that
 * decided. What fits in once the others have left the sums says so: an order waits for that (`reason`).
 */
export function refusalOfSyncs({ syncPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps }: SyncFigures): Refusal {
  const isLater = BigInt(syncPpb) <= BigInt(dayLimitBps) * PARTS_PER_BILLION.perBps;
  const details = {
    limit: "syncs",
    wanted: percentOfPpb(syncPpb),
    usedDay: percentOfPpb(dayPpb),
    allowedDay: percentOfPpb(BigInt(dayLimitBps) * PARTS_PER_BILLION.perBps),
    usedWeek: percentOfPpb(weekPpb),
    allowedWeek: percentOfPpb(BigInt(weekLimitBps) * PARTS_PER_BILLION.perBps),
    ...(isLater && { reason: "limit_used" satisfies WaitReason }),
  };
  return refuse(
    "limit_exceeded",
    `This sync would take ${details.wanted} of the vault's value from this chain. Others took ${details.usedDay} in 24 hours (limit ${details.allowedDay}) and ${details.usedWeek} in 7 days (limit ${details.allowedWeek}). Nothing was sent. ${isLater ? "Wait, sync less" : "Sync less"}, or allow more with a fresh signature: syncDay at POST /api/settings/loss-budget.`,
    details,
  );
}
