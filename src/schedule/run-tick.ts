import { EVERY_CHAIN_ID } from "../../schemas/chains.ts";
import { TICK_RULES } from "../../schemas/tick-rules.ts";
import type { TickSummary } from "../../schemas/tick-summary.ts";
import type { Deps } from "../deps.ts";
import { venueShares } from "../kinds/venue-shares.ts";
import type { DeliveryBudget } from "../notifications/deliver-and-publish.ts";
import { DELIVERY_LIMITS } from "../notifications/delivery-limits.ts";
import { claimDue } from "../store/orders/claim-due.ts";
import { emptySummary } from "./empty-summary.ts";
import { loadAfterTick } from "./load-after-tick.ts";
import { planShards } from "./plan-shards.ts";
import { publishShards } from "./publish-shards.ts";
import { runClaim } from "./run-claim.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import { createSubrequestPlan } from "./subrequest-plan.ts";

/**
 * Claims what is due in one script and runs it. More goes to shards through the queue; without one, or when that fails, the tick claims
 * again for as long as its plan has room. A delivery seen before runs nothing (decision 49); without `jti` it is the Worker's own. `batch`:
 * how many orders one claim takes.
 */
export async function runTick(
  deps: Deps,
  { jti, batch: tickBatch = SCHEDULE_LIMITS.tickBatch }: { jti?: string; batch?: number },
): Promise<TickSummary> {
  const { tickBatches, tickMs: forMs, subrequests, tickAfterwards } = SCHEDULE_LIMITS;
  const plan = createSubrequestPlan(deps.subrequests, subrequests - tickAfterwards);
  const tickMs = deps.clock.nowMs();
  const summary = emptySummary();
  let missedSinceMs: number | undefined;
  let hasWebhooks = false;
  for (let batch = 0; batch < tickBatches; batch += 1) {
    const limit = Math.min(tickBatch, roomFor(plan.left()));
    if (limit === 0) break;
    const claim = await claimDue.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      limit,
      leaseMs: SCHEDULE_LIMITS.leaseMs,
      shares: venueShares(deps),
      chainIds: EVERY_CHAIN_ID,
      ...(batch === 0 && { jti, lateAfterMs: TICK_RULES.lateAfterMs }),
    });
    if (claim.duplicate) return { ...summary, duplicate: true };
    missedSinceMs ??= claim.missedSinceMs;
    hasWebhooks = claim.hasWebhooks;
    const shards = batch === 0 ? planShards(claim.left, tickMs) : [];
    const [isPublished] = await Promise.all([
      publishShards(deps, shards),
      runClaim(deps, claim, summary, { plan, nowMs: tickMs }),
    ]);
    if (isPublished) summary.shards = shards.length;
    const isIdle = claim.orders.length + claim.attempts.length + claim.watched.length + claim.venueOrders.length === 0;
    if (isPublished || isIdle || !summary.more || deps.clock.nowMs() - tickMs > forMs) break;
  }
  deps.log("tick", { ...summary, subrequests: deps.subrequests() });
  const budget = { ...DELIVERY_LIMITS.afterwards, hasWebhooks };
  deps.defer("outbox", tell(deps, missedSinceMs, budget));
  return summary;
}

/** Delivers what waits; after an outage it is told first. */
async function tell(deps: Deps, missedSinceMs: number | undefined, budget: DeliveryBudget): Promise<unknown> {
  const { deliverAndPublish, raiseMissedTicks } = await loadAfterTick(deps);
  return missedSinceMs === undefined ? deliverAndPublish(deps, budget) : raiseMissedTicks(deps, missedSinceMs, budget);
}

/** Each as many as can be claimed without leasing what then could not be run. */
const roomFor = (left: number): number => Math.floor(left / SCHEDULE_LIMITS.sliceSubrequests);
