import type { AskedOrder, World } from "../world/create-world.ts";
import { isNonceQueueBehind } from "../world/is-lane-behind.ts";
import { readOrder } from "./read-order.ts";

const INTERVAL_MS = 5 * 60_000;
/** How early a slice may run (decision D36). */
const EARLY_MS = 60_000;

/**
 * Orders that nothing hinders and that must run a slice in the tick that comes now: five minutes
 * after their last one, which has its confirmations on chain, with a wallet that has nothing else
 * on its way.
 */
export function mustRunNow(world: World): AskedOrder[] {
  const { chain, ledger, orders, redis, keys, chainId, scheduler } = world;
  const state = chain.stateAt(chain.head());
  return orders.filter((order) => {
    const { vault, operator } = order;
    const record = readOrder(world, order);
    // With options it may wait for its price, its time or its turn: judge-order-options.ts.
    if (
      order.terms !== undefined ||
      !order.autoExecute ||
      record === undefined ||
      world.hasForgotten()
    )
      return false;
    if (!["active", "pending_confirmation"].includes(record.order.status)) return false;
    const own = [...ledger.attempts.values()].filter((one) => world.orderOf(one) === order);
    const agent = own[0]?.agent;
    if (agent === undefined || redis.read(keys.frozen(vault)) !== undefined) return false;
    if (
      state.owners[vault] !== operator ||
      (state.selectors[`${vault}:${agent}`] ?? []).length === 0
    )
      return false;
    if (chain.waiting().some(({ from }) => from === agent) || isNonceQueueBehind(world, agent))
      return false;
    const mined = chain.canonical().filter(({ tx }) => tx.from === agent);
    const isDeep = mined.every(
      ({ block }) => chain.head() - block + 1 >= chain.shape.confirmations,
    );
    const last = own.at(-1);
    const isLastMined = mined.some(
      ({ tx, status }) => status === "success" && ledger.byHash.get(tx.hash) === last,
    );
    const open = redis.read(keys.nonceQueueOpen(chainId, agent));
    const isElseOpen = open instanceof Map && [...open.keys()].some((id) => id !== last?.attemptId);
    const leased = [record.lease, leaseOf(world, last?.attemptId)];
    const isLeased = leased.some((lease) => Number(lease?.split(":")[1] ?? 0) > scheduler.nowMs());
    return (
      isDeep &&
      isLastMined &&
      !isElseOpen &&
      !isLeased &&
      own.every(({ attemptId }) => !world.takenBack.has(attemptId))
    );
  });
}

const leaseOf = ({ redis, keys }: World, attemptId = ""): string | undefined =>
  (Object(redis.read(keys.attempt(attemptId)) ?? {}) as { lease?: string }).lease;

/** After that tick: each of them has run, or failed, or says what it waits for. */
export function judgeRan(
  world: World,
  expected: readonly AskedOrder[],
  since: { ms: number; at: number },
): void {
  for (const order of expected) {
    world.reached.add("pace: a slice was due");
    const record = readOrder(world, order);
    if (record === undefined || !record.order.active || record.order.waiting !== undefined)
      continue;
    const isTried = [...world.ledger.attempts.values()].some(
      (one) => world.orderOf(one) === order && one.at > since.at,
    );
    if (isTried || (record.order.lastExecution ?? 0) >= since.ms) continue;
    world.ledger.violate(
      `order ${order.id} of ${order.vault.slice(0, 6)} was due, its last slice had its ` +
        "confirmations, and a tick ran none",
    );
  }
}

/**
 * An order of five minutes never runs ahead of its plan: attempt k not before k intervals after its
 * first. Who resumes one runs a slice at once.
 */
export function judgePace({ ledger, orders, orderOf, firstTried, hasForgotten }: World): void {
  if (hasForgotten()) return;
  for (const order of orders) {
    if (order.terms !== undefined) continue;
    const firstMs = firstTried.get(order);
    const atOnce = ledger.resumes(order).length;
    const attempts = [...ledger.attempts.values()].filter((one) => orderOf(one) === order);
    for (const [index, { attemptId, atMs }] of attempts.entries())
      if (firstMs !== undefined && atMs < firstMs + (index - atOnce) * INTERVAL_MS - EARLY_MS)
        ledger.violate(
          `${attemptId} ran ${Math.round((atMs - firstMs) / 1_000)} s after the order's ` +
            "first attempt",
        );
  }
}
