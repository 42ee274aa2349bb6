import type { TickShard } from "../../schemas/orders/tick-shard.ts";
import type { TickSummary } from "../../schemas/orders/tick-summary.ts";
import type { Deps } from "../deps.ts";
import { venueShares } from "../kinds/venue-shares.ts";
import { DELIVERY_LIMITS } from "../notifications/delivery-limits.ts";
import { claimDue } from "../store/orders/claim-due.ts";
import { emptySummary, loadAfterTick, runClaim } from "./run-claim.ts";
import { createSubrequestPlan, SCHEDULE_LIMITS } from "./schedule-limits.ts";

/**
 * Samples vaults where the message says so. Else claims and runs due orders of its chains like a tick, anchored now: a late message must not date
 * slices back. A repeated delivery runs nothing.
 */
export async function runShard(
  deps: Deps,
  { jti, chainIds, shard, tick, samples }: TickShard & { jti: string },
): Promise<TickSummary> {
  const { shardBatch, leaseMs, subrequests, sealSubrequests } = SCHEDULE_LIMITS;
  const plan = createSubrequestPlan(deps.subrequests, subrequests - sealSubrequests);
  const nowMs = deps.clock.nowMs();
  const summary = emptySummary();
  if (samples) {
    // A repeated delivery finds them leased or sampled.
    const { sampleVaults } = await loadAfterTick(deps);
    await sampleVaults(deps, { rounds: SCHEDULE_LIMITS.sampleRounds });
    return summary;
  }
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
