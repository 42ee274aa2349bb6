import { type ChainId, EVERY_CHAIN_ID } from "../../schemas/chains.ts";
import { SCHEDULE_ROUTES } from "../../schemas/orders/schedule-routes.ts";
import { TICK_RULES } from "../../schemas/orders/tick-rules.ts";
import type { TickShard } from "../../schemas/orders/tick-shard.ts";
import type { TickSummary } from "../../schemas/orders/tick-summary.ts";
import { SAMPLE_RULES } from "../../schemas/vaults/sample-rules.ts";
import type { Deps } from "../deps.ts";
import { venueShares } from "../kinds/venue-shares.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { DeliveryBudget } from "../notifications/deliver-and-publish.ts";
import { DELIVERY_LIMITS } from "../notifications/delivery-limits.ts";
import { type Claim, claimDue } from "../store/orders/claim-due.ts";
import { WATCHED_PER_ORDER } from "../store/orders/lua-claim.ts";
import type { QueuedCall } from "./qstash-publisher.ts";
import { emptySummary, loadAfterTick, runClaim } from "./run-claim.ts";
import { createSubrequestPlan, SCHEDULE_LIMITS } from "./schedule-limits.ts";

/**
 * Claims due orders in one script and runs them; the rest goes to shards, or to more claims without
 * a queue. A repeated delivery runs nothing (decision D42); without `jti` it is the Worker's own.
 * `batch`: orders of one claim.
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
  let samplesDue = 0;
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
      ...(batch === 0 && { jti, lateAfterMs: TICK_RULES.lateAfterMs, countSamples: true }),
    });
    if (claim.duplicate) return { ...summary, duplicate: true };
    missedSinceMs ??= claim.missedSinceMs;
    samplesDue += claim.samplesDue;
    hasWebhooks = claim.hasWebhooks;
    const shards = batch === 0 ? planShards(claim.left, tickMs) : [];
    const [isPublished] = await Promise.all([
      publishShards(deps, shards),
      runClaim(deps, claim, summary, { plan, nowMs: tickMs }),
    ]);
    if (isPublished) summary.shards = shards.length;
    const isIdle =
      claim.orders.length +
        claim.attempts.length +
        claim.watched.length +
        claim.venueOrders.length ===
      0;
    if (isPublished || isIdle || !summary.more || deps.clock.nowMs() - tickMs > forMs) break;
  }
  deps.log("tick", { ...summary, subrequests: deps.subrequests() });
  if (samplesDue > 0) {
    const rounds = plan.left() < SCHEDULE_LIMITS.sampleSubrequests ? 0 : 1;
    deps.defer("samples", sample(deps, { due: samplesDue, tickMs, rounds }));
  }
  const budget = { ...DELIVERY_LIMITS.afterwards, hasWebhooks };
  deps.defer("outbox", tell(deps, missedSinceMs, budget));
  return summary;
}

/** One round of samples behind the answer, beside the shards for what is due beyond it. */
async function sample(
  deps: Deps,
  { due, tickMs, rounds }: { due: number; tickMs: number; rounds: number },
): Promise<void> {
  const { sampleVaults } = await loadAfterTick(deps);
  await Promise.all([
    publishShards(deps, planSampleShards(due, tickMs)),
    sampleVaults(deps, { rounds }),
  ]);
}

/** Delivers the outbox, after an outage with its notice first. */
async function tell(
  deps: Deps,
  missedSinceMs: number | undefined,
  budget: DeliveryBudget,
): Promise<unknown> {
  const { deliverAndPublish, raiseMissedTicks } = await loadAfterTick(deps);
  return missedSinceMs === undefined
    ? deliverAndPublish(deps, budget)
    : raiseMissedTicks(deps, missedSinceMs, budget);
}

const roomFor = (left: number) => Math.floor(left / SCHEDULE_LIMITS.sliceSubrequests);

type Left = Readonly<Exclude<Claim, { duplicate: true }>["left"]>;

/** The schedule's interval: two ticks in one are the same, delivered twice. */
const WINDOW_MS = 300_000;

/**
 * Shards for the rest: full ones by chain, remainders together, since the queue's plan counts
 * messages. Ids name window, chains and shard, so that a repeated tick queues nothing twice.
 */
export function planShards(left: Left, tickMs: number): QueuedCall[] {
  const { shardBatch } = SCHEDULE_LIMITS;
  const needs = left.map(({ chainId, orders, attempts, watched, venueOrders = 0 }) => {
    const need = Math.ceil(Math.max(orders, attempts, watched / WATCHED_PER_ORDER, venueOrders));
    return { chainId, full: Math.floor(need / shardBatch), rest: need % shardBatch };
  });
  const rests = needs.filter(({ rest }) => rest > 0);
  const [only] = rests.length === 1 ? rests : [];
  const joint = Math.ceil(rests.reduce((sum, { rest }) => sum + rest, 0) / shardBatch);
  return [
    ...needs.flatMap(({ chainId, full }) =>
      numbered(full).map((shard) => shardCall([chainId], shard, tickMs)),
    ),
    ...numbered(joint).map((shard) =>
      shardCall(
        rests.map(({ chainId }) => chainId),
        shard + (only?.full ?? 0),
        tickMs,
      ),
    ),
  ];
}

/** Shards for vaults to be sampled beyond the tick's own round: they run no orders. */
export function planSampleShards(due: number, tickMs: number): QueuedCall[] {
  const { sampleRounds, sampleShards } = SCHEDULE_LIMITS;
  const beyond = Math.max(0, due - SAMPLE_RULES.perRound);
  const count = Math.min(sampleShards, Math.ceil(beyond / (SAMPLE_RULES.perRound * sampleRounds)));
  return numbered(count).map((shard) => ({
    ...shardCall([...EVERY_CHAIN_ID], shard, tickMs, true),
    deduplicationId: `${Math.floor(tickMs / WINDOW_MS)}-samples-${shard}`,
  }));
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

function shardCall(
  chainIds: ChainId[],
  shard: number,
  tickMs: number,
  samples = false,
): QueuedCall {
  const isOfOne = chainIds.length === 1;
  return {
    path: SCHEDULE_ROUTES.shard,
    body: { chainIds, shard, tick: tickMs, ...(samples && { samples }) } satisfies TickShard,
    deduplicationId: `${Math.floor(tickMs / WINDOW_MS)}-${chainIds.join(".")}-${shard}`,
    flow: {
      key: isOfOne ? `sextant-chain-${chainIds[0]}` : "sextant-chains",
      parallelism: SCHEDULE_LIMITS.shardsAtOnce,
    },
  };
}

/**
 * True: all are queued. A failed one may be queued as well, which is harmless: a shard runs what it
 * can claim.
 */
export async function publishShards(
  { publisher, log }: Pick<Deps, "publisher" | "log">,
  shards: readonly QueuedCall[],
): Promise<boolean> {
  if (publisher === undefined || shards.length === 0) return false;
  try {
    await publisher.publish(shards);
    return true;
  } catch (error) {
    log("shards_not_published", {
      shards: shards.length,
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
    return false;
  }
}
