import { judgeRan, mustRunNow } from "../invariants/pace.ts";
import { readOrder } from "../invariants/read-order.ts";
import { readSync } from "../invariants/read-sync.ts";
import { readTrigger } from "../invariants/read-trigger.ts";
import type { AskedTrigger, World } from "./create-world.ts";
import { moveMarket } from "./move-market.ts";
import { mustFire } from "./must-fire.ts";
import { openNonces } from "./open-nonces.ts";
import { termsAt } from "./order-terms.ts";
import { changeWindow, fund, trade } from "./owner-acts.ts";
import { rightlyWaits } from "./rightly-waits.ts";
import { startTick } from "./start-tick.ts";

const INTERVAL_MS = 300_000;
/**
 * Enough for three slices that each fail once and wait for their receipt, and for the watch over
 * what is confirmed.
 */
const MAX_TICKS = 16;

/**
 * Everything works again: calls that are on their way arrive, the chain mines, ticks come on time.
 * Stops when nothing is left to do. A nonce that stays open longer than two of these ticks is a
 * violation, longer than four where a deep reorg left a hole below it, longer than an hour where a
 * signer that never repeats itself had signed four times for it: from then on it is sent once an
 * hour (send-again.ts).
 */
export async function healWorld(world: World): Promise<void> {
  world.setFaults(false);
  world.queue?.heal();
  await world.scheduler.run();
  world.chain.calm();
  moveMarket(world, "oracle follows", 0);
  meetLimitPrices(world);
  fund(world, "plenty");
  if (world.reached.has("chain: vault has little to sell")) trade(world, "half");
  changeWindow(world, "oracle window is wide");
  world.scheduler.passTime(INTERVAL_MS);
  const healedMs = world.scheduler.nowMs();
  const ages = new Map<string, number>();
  const stoodAboveHole = new Set<string>();
  const noteHoles = (open: ReadonlySet<string>) => {
    for (const nonce of open) if (isAboveHole(world, open, nonce)) stoodAboveHole.add(nonce);
  };
  noteHoles(openNonces(world).open);
  for (let tick = 0; tick < MAX_TICKS; tick += 1) {
    const expected = tick > 1 ? mustRunNow(world) : [];
    const since = { ms: world.scheduler.nowMs(), at: world.scheduler.sequence() };
    startTick(world, "new", []);
    await world.scheduler.run();
    judgeRan(world, expected, since);
    world.scheduler.passTime(INTERVAL_MS);
    const { open, behind } = openNonces(world);
    for (const nonce of [...ages.keys()]) if (!open.has(nonce)) ages.delete(nonce);
    noteHoles(open);
    for (const nonce of open) {
      const age = behind.has(nonce) ? 0 : (ages.get(nonce) ?? 0) + 1;
      ages.set(nonce, age);
      const most = isSentHourly(world, nonce)
        ? HOURLY_TICKS
        : world.hasForgotten() || stoodAboveHole.has(nonce)
          ? 4
          : 2;
      if (age > most)
        world.ledger.violate(`nonce ${nonce} is open after ${age} ticks of a healed world`);
    }
    if (open.size === 0 && !hasWork(world, healedMs)) return;
  }
  if (world.hasForgotten()) return;
  for (const sync of world.syncs) {
    const { status, lastExecution = 0, waiting } = readSync(world, sync)?.sync ?? {};
    if (status === "active" && lastExecution < healedMs && waiting === undefined)
      world.ledger.violate(
        `NAV sync ${sync.id} of ${sync.vault.slice(0, 6)} is active and never runs again`,
      );
  }
}

/** The hour, the look that sends, and the one that closes. */
const HOURLY_TICKS = 14;

/**
 * More than four transactions were signed at it. Only a signer that never repeats itself signs so
 * many where fees stay.
 */
function isSentHourly({ ledger }: World, one: string): boolean {
  const [agent, nonce] = one.split(" ");
  const signed = [...ledger.byHash.values()].filter(
    (prepared) => prepared.agent === agent && prepared.nonce === Number(nonce),
  );
  return signed.length > 4;
}

/**
 * Whether there is a hole below it now: a nonce that a deep reorg gave back, which the chain has
 * not counted again and at which nothing is open. Such a hole is filled from the lowest open nonce
 * alone, so where another one is open below the hole, the first tick sends that one anew, the
 * second closes it, the third fills the hole, the fourth closes what waited above.
 */
function isAboveHole(
  { chain, ledger, takenBack }: World,
  open: ReadonlySet<string>,
  one: string,
): boolean {
  const [agent, nonce] = one.split(" ");
  const counts = Object.entries(chain.stateAt(chain.head()).nonces);
  const counted = counts.find(([of]) => of === agent)?.[1] ?? 0;
  return [...takenBack.keys()].some((id) => {
    const attempt = ledger.attempts.get(id);
    if (attempt === undefined || attempt.agent !== agent || attempt.nonce >= Number(nonce))
      return false;
    return attempt.nonce >= counted && !open.has(`${agent} ${attempt.nonce}`);
  });
}

/** Every limit price is met, by more than a pool takes: what waited for it must run now. */
function meetLimitPrices({ chain, orders }: World): void {
  const prices = orders.flatMap((order) => {
    const { limit } = termsAt(order, Number.POSITIVE_INFINITY) ?? {};
    // What sells WETH wants the other way: where it waits, it waits rightly.
    return limit === undefined || order.by?.buys === "USDC"
      ? []
      : [(limit.usdc * ONE_WETH) / limit.weth];
  });
  const lowest = prices.reduce<bigint | undefined>(
    (a, b) => (a === undefined || b < a ? b : a),
    undefined,
  );
  if (lowest === undefined || chain.stateAt(chain.head()).poolPrice < metAt(lowest)) return;
  chain.change((state) => ({ ...state, poolPrice: metAt(lowest), oraclePrice: metAt(lowest) }));
}

const ONE_WETH = 10n ** 18n;
const metAt = (price: bigint): bigint => (price * 9_950n) / 10_000n;

/**
 * What rightly waits for the next day, or for its end, has that day: true where there was such an
 * order.
 */
export async function passDay(world: World): Promise<boolean> {
  const { orders, triggers } = world;
  const waitsForEnd = (one: AskedTrigger) =>
    one.expiresMs !== undefined && readTrigger(world, one)?.trigger.active;
  if (
    !orders.some((one) => readOrder(world, one)?.order.status === "active") &&
    !triggers.some(waitsForEnd)
  )
    return false;
  world.scheduler.passTime(DAY_MS);
  const healedMs = world.scheduler.nowMs();
  for (let tick = 0; tick < MAX_TICKS; tick += 1) {
    startTick(world, "new", []);
    await world.scheduler.run();
    world.scheduler.passTime(INTERVAL_MS);
    if (openNonces(world).open.size === 0 && !hasWork(world, healedMs)) break;
  }
  return true;
}

/** A day, and the half hour for which sums of a day are held too long. */
const DAY_MS = (24 * 60 + 31) * 60_000;

/**
 * Whether an order still runs, a NAV sync has not been run since, or something waits to be told.
 */
function hasWork(world: World, healedMs: number): boolean {
  const { redis, keys, orders, hasMessenger } = world;
  const untold = hasMessenger ? redis.read(keys.outbox("telegram")) : undefined;
  if (untold !== undefined && Object.keys(untold).length > 0) return true;
  for (const sync of world.syncs) {
    const { status, lastExecution = 0 } = readSync(world, sync)?.sync ?? {};
    if (status === "pending_confirmation" || (status === "active" && lastExecution < healedMs))
      return true;
  }
  for (const asked of world.triggers) {
    const { active, status, told, expiresAt } = readTrigger(world, asked)?.trigger ?? {};
    if (status === "pending_confirmation") return true;
    const isOver = expiresAt !== undefined && expiresAt <= world.scheduler.nowMs();
    if (active && (isOver || (told === undefined && mustFire(world, asked)))) return true;
  }
  return orders.some((asked) => {
    const order = readOrder(world, asked)?.order;
    if (order?.status === "active") return rightlyWaits(world, asked, order) === undefined;
    return order?.status === "pending_confirmation";
  });
}
