import { isTriggerOrder } from "../../schemas/is-trigger-order.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { finishOrder } from "../attempts/finish-order.ts";
import { guarded } from "../attempts/guarded.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { readOraclePrices } from "../pipeline/read-oracle-prices.ts";
import { noteLooks } from "../store/orders/note-looks.ts";
import { decideLook, type Look } from "../triggers/decide-look.ts";
import { priceAsked } from "../triggers/price-asked.ts";
import { triggerDueScore } from "../triggers/trigger-due-score.ts";
import type { OrderToRun } from "./run-slices.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import type { SubrequestPlan } from "./subrequest-plan.ts";

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
  return [...others, ...met];
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
