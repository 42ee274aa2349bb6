import { judgeRan, mustRunNow } from "../invariants/pace.ts";
import { readSync } from "../invariants/read-sync.ts";
import type { World } from "./create-world.ts";
import { moveMarket } from "./move-market.ts";
import { openNonces } from "./open-nonces.ts";
import { changeWindow, fund } from "./owner-acts.ts";
import { startTick } from "./start-tick.ts";

const INTERVAL_MS = 300_000;
/** Enough for three slices that each fail once and wait for their receipt, and for the watch over what is confirmed. */
const MAX_TICKS = 16;

/**
 * Everything works again: calls that are on their way arrive, the chain mines, ticks come on time. Stops when nothing is
 * left to do. A nonce that stays open longer than two of these ticks is a violation.
 */
export async function healWorld(world: World): Promise<void> {
  world.setFaults(false);
  world.queue?.heal();
  await world.scheduler.run();
  world.chain.calm();
  moveMarket(world, "oracle follows", 0);
  fund(world, "plenty");
  changeWindow(world, "oracle window is wide");
  world.scheduler.passTime(INTERVAL_MS);
  const healedMs = world.scheduler.nowMs();
  const ages = new Map<string, number>();
  for (let tick = 0; tick < MAX_TICKS; tick += 1) {
    const expected = tick > 1 ? mustRunNow(world) : [];
    const since = { ms: world.scheduler.nowMs(), at: world.scheduler.sequence() };
    startTick(world, "new", []);
    await world.scheduler.run();
    judgeRan(world, expected, since);
    world.scheduler.passTime(INTERVAL_MS);
    const { open, behind } = openNonces(world);
    for (const nonce of [...ages.keys()]) if (!open.has(nonce)) ages.delete(nonce);
    for (const nonce of open) {
      const age = behind.has(nonce) ? 0 : (ages.get(nonce) ?? 0) + 1;
      ages.set(nonce, age);
      if (age > (world.hasForgotten() ? 4 : 2))
        world.ledger.violate(`nonce ${nonce} is open after ${age} ticks of a healed world`);
    }
    if (open.size === 0 && !hasWork(world, healedMs)) return;
  }
  if (world.hasForgotten()) return;
  for (const sync of world.syncs) {
    const { status, lastExecution = 0, waiting } = readSync(world, sync)?.sync ?? {};
    if (status === "active" && lastExecution < healedMs && waiting === undefined)
      world.ledger.violate(`NAV sync ${sync.id} of ${sync.vault.slice(0, 6)} is active and never runs again`);
  }
}

/** Whether an order still runs, a NAV sync has not been run since, or something waits to be told. */
function hasWork(world: World, healedMs: number): boolean {
  const { redis, keys, orders, hasMessenger } = world;
  const untold = hasMessenger ? redis.read(keys.outbox()) : undefined;
  if (untold !== undefined && Object.keys(untold).length > 0) return true;
  for (const sync of world.syncs) {
    const { status, lastExecution = 0 } = readSync(world, sync)?.sync ?? {};
    if (status === "pending_confirmation" || (status === "active" && lastExecution < healedMs)) return true;
  }
  return orders.some(({ vault, id }) => {
    const order = redis.read(keys.order(vault, id));
    return isHash(order) && /"status":"(?:active|pending_confirmation)"/.test(order.json ?? "");
  });
}

const isHash = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
