import { isTriggerOrder } from "../../schemas/is-trigger-order.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { finishOrder } from "../attempts/finish-order.ts";
import { guarded } from "../attempts/guarded.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { readOraclePrices } from "../pipeline/read-oracle-prices.ts";
import { noteLooks } from "../store/orders/note-looks.ts";
import { takeShares } from "../store/orders/take-shares.ts";
import { decideLook, type Look } from "../triggers/decide-look.ts";
import { priceAsked } from "../triggers/price-asked.ts";
import { triggerDueScore } from "../triggers/trigger-due-score.ts";
import type { OrderToRun } from "./run-slices.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import type { SubrequestPlan } from "./subrequest-plan.ts";
import { triggerShares } from "./trigger-shares.ts";

type Run = { leaseToken: number; plan: SubrequestPlan };
type Watching = OrderToRun & { order: TriggerOrder };
type Seen = { claimed: Watching; look: Look };

const isWatching = (claimed: OrderToRun): claimed is Watching => isTriggerOrder(claimed.order);

/**
 * Looks at all claimed trigger orders together: one RPC request for each chain, and one write for all that watch on. Gives what is to be
 * run: the other orders, and the trigger orders whose price is met, with that price. What could not be looked at comes back with its lease.
 */
export async function lookAtTriggers(
  deps: Deps,
  orders: readonly OrderToRun[],
  { leaseToken, plan }: Run,
): Promise<OrderToRun[]> {
  const watching = orders.filter(isWatching);
  const others = orders.filter((claimed) => !isWatching(claimed));
  if (watching.length === 0) return others;
  const chains = [...Map.groupBy(watching, ({ order }) => order.chainId).values()];
  const looked = plan.start(chains.length * SCHEDULE_LIMITS.triggerLookSubrequests, async () => {
    const seen = (
      await Promise.all(chains.map((ofChain) => guarded(deps, "triggers", () => look(deps, ofChain))))
    ).flatMap((ofChain) => ofChain ?? []);
    await guarded(deps, "trigger looks", () => note(deps, seen, leaseToken));
    return seen;
  });
  const seen = (await looked) ?? [];
  const told = seen.filter(({ look }) => look.kind === "told");
  await inParallel(SCHEDULE_LIMITS.vaultsAtOnce, told, async ({ claimed, look }) => {
    await plan.start(SCHEDULE_LIMITS.endSubrequests, () =>
      guarded(deps, `${claimed.order.vaultAddress}:${claimed.order.id}`, () => end(deps, claimed, look, leaseToken)),
    );
  });
  const met = seen.flatMap(({ claimed, look }) => (look.kind === "met" ? [{ ...claimed, order: look.trigger }] : []));
  const shared =
    met.length === 0 ? [] : await plan.start(SCHEDULE_LIMITS.triggerShareSubrequests, () => share(deps, met));
  return [...others, ...(shared ?? [])];
}

/**
 * Who trades now takes its calls of its venue, as a slice does when it is claimed; a look takes none, and what becomes a TWAP order asks no
 * venue. What is above the share waits. Where the store did not answer, all come back with their lease.
 */
async function share(deps: Deps, met: readonly Watching[]): Promise<Watching[]> {
  const trading = met.filter(({ order }) => order.into === undefined);
  if (trading.length === 0) return [...met];
  const answer = await guarded(deps, "trigger shares", () =>
    takeShares.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      shares: triggerShares(deps),
      trades: trading.map(({ order }) => ({ venue: order.venue, operator: order.operatorAddress })),
    }),
  );
  if (answer == null) return [];
  const waiting = new Set(trading.filter((_, index) => answer.taken[index] !== true));
  return met.map((claimed) => (waiting.has(claimed) ? { ...claimed, waits: "venue_share" as const } : claimed));
}

async function look(deps: Deps, watching: readonly Watching[]): Promise<Seen[]> {
  const [first] = watching;
  if (first === undefined) return [];
  const read = await readOraclePrices(
    deps.chain(first.order.chainId),
    watching.map(({ order }) => priceAsked(order)),
  );
  const nowMs = deps.clock.nowMs();
  return watching.flatMap((claimed, index) => {
    const converted = read[index];
    return converted === undefined ? [] : [{ claimed, look: decideLook(claimed.order, converted, nowMs) }];
  });
}

async function note(deps: Deps, seen: readonly Seen[], leaseToken: number): Promise<void> {
  const looks = seen.flatMap(({ claimed, look }) => {
    const dueMs = look.kind === "noted" ? triggerDueScore(look.order) : null;
    return look.kind === "noted" && dueMs !== null ? [{ order: look.order, version: claimed.version, dueMs }] : [];
  });
  if (looks.length === 0) return;
  await noteLooks.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    leaseToken,
    looks,
  });
}

/** What its operator is told is written with event and audit entry. */
async function end(deps: Deps, { order, version, context }: Watching, look: Look, leaseToken: number): Promise<void> {
  if (look.kind !== "told") return;
  await finishOrder(deps, {
    order,
    version,
    outcome: { kind: "looked", result: look.result },
    tickMs: deps.clock.nowMs(),
    paired: context.paired,
    leaseToken,
    attempt: undefined,
    nav: undefined,
  });
}
