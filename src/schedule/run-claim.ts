import type { AnyOrder } from "../../schemas/any-order.ts";
import type { TickSummary } from "../../schemas/tick-summary.ts";
import { guarded } from "../attempts/guarded.ts";
import type { Deps } from "../deps.ts";
import { kindOf } from "../kinds/kind-of.ts";
import { venueShares } from "../kinds/venue-shares.ts";
import type { Claim } from "../store/orders/claim-due.ts";
import { claimFreed } from "../store/orders/claim-freed.ts";
import type { AFTER_TICK } from "./after-tick.ts";
import { followVenueOrders } from "./follow-venue-orders.ts";
import { lookAtOrders } from "./look-at-orders.ts";
import { resolveAttempts } from "./resolve-attempts.ts";
import { type OrderToRun, runSlices } from "./run-slices.ts";
import { SCHEDULE_LIMITS, type SubrequestPlan } from "./schedule-limits.ts";

type Given = Exclude<Claim, { duplicate: true }>;
type Run = { plan: SubrequestPlan; nowMs: number };

/**
 * Resolves attempts and venue orders, then runs slices, one vault's in order, freed orders
 * included. A broken order stops no other; without room one is left to its lease.
 */
export async function runClaim(
  deps: Deps,
  claim: Given,
  summary: TickSummary,
  { plan, nowMs }: Run,
): Promise<void> {
  if (claim.unsealed.length > 0) deps.defer("audit_seals", seal(deps, claim.unsealed));
  for (const name of claim.unreadable) deps.log("record_unreadable", { name });
  // Claimed orders keep their room, however many attempts are open.
  const kept = keptFor(deps, claim.orders);
  const [freed] = await Promise.all([
    resolveAttempts(deps, claim, plan.keeping(kept)),
    followVenueOrders(
      deps,
      claim.venueOrders,
      plan.keeping(kept + claim.attempts.length * SCHEDULE_LIMITS.attemptNeeds),
    ),
  ]);
  const room = slicesIn(plan.left() + LAST_RESERVES - neededBy(deps, claim.orders));
  const orders = [
    ...claim.orders,
    ...(await claimAlso(deps, claim.token, freed.slice(0, Math.max(0, room)))),
  ];
  const due = await lookAtOrders(deps, orders, { leaseToken: claim.token, plan });
  const ends = await runSlices(deps, due, { leaseToken: claim.token, tickMs: nowMs, plan });
  for (const end of ends) summary[end] += 1;
  summary.resolved += claim.attempts.length;
  summary.slices += due.length;
  summary.more = claim.left.length > 0 || freed.length > room;
}

const seal = async (deps: Deps, unsealed: Given["unsealed"]) =>
  (await loadAfterTick(deps)).sealAudits(deps, unsealed);

const neededBy = ({ tables }: Deps, orders: readonly OrderToRun[]) =>
  orders.reduce(
    (sum, { order }) => sum + kindOf(tables.orderKinds, order).costs.needs,
    LAST_RESERVES,
  );
/** Costlier orders may not all fit: open work comes before those without room. */
const keptFor = (deps: Deps, orders: readonly OrderToRun[]) =>
  Math.min(
    neededBy(deps, orders),
    SCHEDULE_LIMITS.shardBatch * SCHEDULE_LIMITS.sliceNeeds + LAST_RESERVES,
  );
const slicesIn = (left: number) => Math.floor((left - LAST_RESERVES) / SCHEDULE_LIMITS.sliceNeeds);
/** The last slice starts beside others that keep their reserve. */
const LAST_RESERVES = SCHEDULE_LIMITS.vaultsAtOnce * SCHEDULE_LIMITS.sliceSubrequests;

/**
 * With many confirmations an order's last slice is out until the next tick: else it would run at
 * every second one.
 */
async function claimAlso(
  deps: Deps,
  token: number,
  freed: readonly AnyOrder[],
): Promise<readonly OrderToRun[]> {
  if (freed.length === 0) return [];
  const freedMs = deps.clock.nowMs();
  const claim = await guarded(deps, "freed orders", () =>
    claimFreed.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: freedMs,
      token,
      leaseMs: SCHEDULE_LIMITS.leaseMs,
      shares: venueShares(deps),
      orders: freed,
    }),
  );
  for (const name of claim?.unreadable ?? []) deps.log("record_unreadable", { name });
  return (claim?.orders ?? []).map((order) => ({ ...order, freedMs }));
}

export const emptySummary = (): TickSummary => ({
  duplicate: false,
  resolved: 0,
  slices: 0,
  executed: 0,
  failed: 0,
  pending: 0,
  skipped: 0,
  shards: 0,
  more: false,
});

/** The module behind the answer. */
export async function loadAfterTick({
  modules,
}: Pick<Deps, "modules">): Promise<typeof AFTER_TICK> {
  // Safe: create-modules.ts imports it.
  return ((await modules.afterTick()) as { AFTER_TICK: typeof AFTER_TICK }).AFTER_TICK;
}
