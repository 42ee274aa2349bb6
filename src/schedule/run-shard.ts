import type { TickShard } from "../../schemas/tick-shard.ts";
import type { TickSummary } from "../../schemas/tick-summary.ts";
import type { Deps } from "../deps.ts";
import { venueShares } from "../kinds/venue-shares.ts";
import { DELIVERY_LIMITS } from "../notifications/delivery-limits.ts";
import { claimDue } from "../store/orders/claim-due.ts";
import { emptySummary, loadAfterTick, runClaim } from "./run-claim.ts";
import { createSubrequestPlan, SCHEDULE_LIMITS } from "./schedule-limits.ts";

/**
 * Claims and runs due orders of its chains like a tick, anchored now: a late message must not date
 * slices back. A repeated delivery runs nothing.
 */
export async function runShard(
  deps: Deps,
  { jti, chainIds, shard, tick }: TickShard & { jti: string },
): Promise<TickSummary> {
  const { shardBatch, leaseMs, subrequests, sealSubrequests } = SCHEDULE_LIMITS;
  const plan = createSubrequestPlan(deps.subrequests, subrequests - sealSubrequests);
  const nowMs = deps.clock.nowMs();
  const summary = emptySummary();
  const claim = await claimDue.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    limit: shardBatch,
    leaseMs,
    shares: venueShares(deps),
    chainIds,
    jti,
  });
  if (claim.duplicate) return { ...summary, duplicate: true };
  await runClaim(deps, claim, summary, { plan, nowMs });
  const { forMs, subrequests: most } = DELIVERY_LIMITS.afterwards;
  const left = subrequests - sealSubrequests - deps.subrequests();
  const budget = { subrequests: Math.min(most, left), forMs };
  deps.defer(
    "outbox",
    loadAfterTick(deps).then(({ deliverAndPublish }) => deliverAndPublish(deps, budget)),
  );
  deps.log("shard", {
    chains: chainIds.join(" "),
    shard,
    tick,
    ...summary,
    subrequests: deps.subrequests(),
  });
  return summary;
}
