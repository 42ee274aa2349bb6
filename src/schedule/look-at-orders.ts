import { kindOfOrder } from "../../schemas/kind-of-order.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { finishOrder } from "../attempts/finish-order.ts";
import { guarded } from "../attempts/guarded.ts";
import type { Deps } from "../deps.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { Looked, OrderLook, OrderRules } from "../kinds/order-kind.ts";
import type { VenueShare, VenueShares } from "../kinds/venue.ts";
import { venueShares } from "../kinds/venue-shares.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { noteLooks } from "../store/orders/record-waiting.ts";
import { takeShares } from "../store/orders/take-shares.ts";
import type { OrderToRun } from "./run-slices.ts";
import { SCHEDULE_LIMITS, type SubrequestPlan } from "./schedule-limits.ts";
import { isWithoutGrant } from "./try-slice.ts";

type Run = { leaseToken: number; plan: SubrequestPlan };
type Looking = { look: OrderLook; rules: OrderRules; run: Run };
type Seen = { claimed: OrderToRun; looked: Looked };

/**
 * Looks at each kind's orders together: one RPC request a chain, one write for those that wait on.
 * Gives the orders to run; an unseen one comes back with its lease, and one whose
 * grant is over is not looked at.
 */
export async function lookAtOrders(
  deps: Deps,
  orders: readonly OrderToRun[],
  run: Run,
): Promise<OrderToRun[]> {
  const [over, others] = [
    orders.filter(isWithoutGrant),
    orders.filter((one) => !isWithoutGrant(one)),
  ];
  const ofKinds = [...Map.groupBy(others, ({ order }) => kindOfOrder(order)).values()];
  const due = await Promise.all(
    ofKinds.map(async (ofKind) => {
      const [first] = ofKind;
      const rules = first && (await kindOf(deps.tables.orderKinds, first.order).rules());
      if (rules?.look === undefined) return { isMet: false, orders: ofKind };
      return {
        isMet: true,
        orders: await lookAtKind(deps, ofKind, { look: rules.look, rules, run }),
      };
    }),
  );
  // Claimed orders come before those that a look made due.
  return [
    ...over,
    ...due.toSorted((a, b) => Number(a.isMet) - Number(b.isMet)).flatMap((ofKind) => ofKind.orders),
  ];
}

async function lookAtKind(
  deps: Deps,
  orders: readonly OrderToRun[],
  looking: Looking,
): Promise<OrderToRun[]> {
  const { leaseToken, plan } = looking.run;
  const chains = [...Map.groupBy(orders, ({ order }) => order.chainId).values()];
  const looked = plan.start(chains.length * SCHEDULE_LIMITS.lookSubrequests, async () => {
    const all = (
      await Promise.all(
        chains.map((ofChain) => guarded(deps, "looks", () => lookAtChain(deps, ofChain, looking))),
      )
    ).flatMap((ofChain) => ofChain ?? []);
    await guarded(deps, "looks noted", () => note(deps, all, looking));
    return all;
  });
  const seen = (await looked) ?? [];
  const told = seen.filter(({ looked: { kind } }) => kind === "told");
  await inParallel(SCHEDULE_LIMITS.vaultsAtOnce, told, async (one) => {
    const { vaultAddress, id } = one.claimed.order;
    await plan.start(SCHEDULE_LIMITS.endSubrequests, () =>
      guarded(deps, `${vaultAddress}:${id}`, () => end(deps, one, leaseToken)),
    );
  });
  const met = seen.flatMap(({ claimed, looked: found }) =>
    found.kind === "met" ? [{ ...claimed, order: found.order }] : [],
  );
  const shared =
    met.length === 0
      ? []
      : await plan.start(SCHEDULE_LIMITS.shareSubrequests, () => share(deps, met, looking.look));
  return shared ?? [];
}

/**
 * Trading orders take calls of their venue's share; above it they wait. If the store is silent, all
 * come back with their lease.
 */
async function share(
  deps: Deps,
  met: readonly OrderToRun[],
  look: OrderLook,
): Promise<OrderToRun[]> {
  const trading = met.flatMap((claimed) => {
    const venue = look.venueOf(claimed.order);
    return venue === undefined ? [] : [{ claimed, venue }];
  });
  if (trading.length === 0) return [...met];
  const answer = await guarded(deps, "shares of what was met", () =>
    takeShares.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      shares: sharesBeyond(deps, look.beyondShare),
      trades: trading.map(({ claimed, venue }) => ({
        venue,
        operator: claimed.order.operatorAddress,
      })),
    }),
  );
  if (answer == null) return [];
  const waiting = new Set(
    trading.filter((_, index) => answer.taken[index] !== true).map(({ claimed }) => claimed),
  );
  return met.map((claimed) =>
    waiting.has(claimed) ? { ...claimed, waits: "venue_share" as const } : claimed,
  );
}

async function lookAtChain(
  deps: Deps,
  orders: readonly OrderToRun[],
  { look }: Looking,
): Promise<Seen[]> {
  const [first] = orders;
  if (first === undefined) return [];
  const askedMs = deps.clock.nowMs();
  const read = await look.read(
    deps.chain(first.order.chainId),
    orders.map(({ order }) => order),
  );
  const nowMs = deps.clock.nowMs();
  return orders.flatMap((claimed, index) => {
    const seen = read[index];
    return seen === undefined
      ? []
      : [{ claimed, looked: look.decide(claimed.order, seen, nowMs, askedMs) }];
  });
}

async function note(deps: Deps, seen: readonly Seen[], { rules, run }: Looking): Promise<void> {
  const looks = seen.flatMap(({ claimed, looked }) => {
    const dueMs = looked.kind === "noted" ? rules.dueAt(looked.order, deps.draw) : null;
    return looked.kind === "noted" && dueMs !== null
      ? [{ order: looked.order, version: claimed.version, dueMs }]
      : [];
  });
  if (looks.length === 0) return;
  await noteLooks.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    leaseToken: run.leaseToken,
    looks,
  });
}

async function end(deps: Deps, { claimed, looked }: Seen, leaseToken: number): Promise<void> {
  if (looked.kind !== "told") return;
  const { order, version, context } = claimed;
  await finishOrder(deps, {
    order,
    version,
    outcome: { kind: "looked", result: looked.result },
    tickMs: deps.clock.nowMs(),
    paired: context.paired,
    leaseToken,
    attempt: undefined,
    nav: undefined,
  });
}

/** One operator takes a fifth of it, or one trade. */
const OPERATORS_BEYOND = 5;

/**
 * Shares for orders that a look made due: `factor` times a slice's, from the half kept for second
 * tries and other doors, so that neither earlier slices nor one operator stop them.
 */
export function sharesBeyond(deps: Pick<Deps, "env" | "tables">, factor: number): VenueShares {
  const { windowMs, venues } = venueShares(deps);
  const beyond = Object.entries(venues).map(([id, share]) => [id, widened(share, factor)] as const);
  // Safe: the same ids.
  return { windowMs, venues: Object.fromEntries(beyond) as Record<VenueId, VenueShare> };
}

const widened = ({ calls, total, each }: VenueShare, factor: number): VenueShare => ({
  ...{ calls, total: total * factor, each: each * factor },
  beyond: { from: total, each: Math.max(calls, (total * factor - total) / OPERATORS_BEYOND) },
});
