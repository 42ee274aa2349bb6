import type { TriggerOrder } from "../../../schemas/trigger-order.ts";
import type { AskedTrigger, World } from "../world/create-world.ts";
import { mustFire } from "../world/must-fire.ts";
import { readTrigger, type TriggerRecord } from "./read-trigger.ts";

/**
 * At rest a trigger order says what the chain says: it has traded once at most, or created one TWAP
 * order; it stands in the indexes as it says of itself, is done with what it had open, watches on
 * until it is met, and has told why where it is met and has not fired. That its price was met is
 * judged where it fires (world/judge-trigger-fires.ts).
 */
export function judgeTriggers(world: World): void {
  for (const asked of world.triggers) {
    if (world.mayHaveForgotten(asked.at)) continue;
    const name = `trigger order ${asked.id} of ${asked.vault.slice(0, 6)}`;
    const say = (text: string) => world.ledger.violate(`${name} ${text}`);
    const record = readTrigger(world, asked);
    if (record === undefined) say("is gone");
    else judgeTrigger(world, asked, record, say);
  }
  noteTogether(world);
}

/**
 * Which runs traded for trigger orders of two operators, and for an order of another vault beside
 * them.
 */
function noteTogether({ ledger, reached, triggerOf, orderOf }: World): void {
  const runs = Map.groupBy(ledger.attempts.values(), ({ by }) => by);
  for (const attempts of runs.values()) {
    const fired = attempts.filter((one) => triggerOf(one) !== undefined);
    if (new Set(fired.map(({ operator }) => operator)).size < 2) continue;
    reached.add("trigger: of two operators in one run");
    const isElsewhere = ({ vault }: { vault: string }) => fired.every((one) => one.vault !== vault);
    if (attempts.some((one) => orderOf(one) !== undefined && isElsewhere(one)))
      reached.add("trigger: of two operators beside a slice");
  }
}

type Say = (text: string) => void;

function judgeTrigger(world: World, asked: AskedTrigger, record: TriggerRecord, say: Say): void {
  const { ledger, scheduler, reached } = world;
  const { trigger, attempt, lease } = record;
  reached.add(`trigger at rest: ${trigger.status}`);
  judgeIndexes(world, asked, trigger, say);
  if (
    attempt !== undefined ||
    trigger.pendingAttempt !== undefined ||
    trigger.status === "pending_confirmation"
  )
    say("keeps its attempt open for ever");
  if (Number(lease?.split(":")[1] ?? 0) > scheduler.nowMs()) say("stays leased");
  const stop = ledger.stops.find(
    ({ kind, vault, orderId }) =>
      kind.startsWith("cancel trigger") && vault === asked.vault && orderId === asked.id,
  );
  if (stop !== undefined && trigger.status !== "cancelled")
    say(`was cancelled, and is ${trigger.status}`);
  if (trigger.active) {
    if (asked.expiresMs !== undefined && asked.expiresMs < scheduler.nowMs() - LATE_MS)
      say("is over, and watches on");
    if (mustFire(world, asked) && trigger.told === undefined && trigger.waiting === undefined)
      say("is met, has not fired, and says nothing of it");
  }
  judgeFired(world, asked, trigger, say);
}

/** Its end is written down by a tick. */
const LATE_MS = 11 * 60_000;

function judgeFired(world: World, asked: AskedTrigger, trigger: TriggerOrder, say: Say): void {
  const { chain, ledger, takenBack, reached, triggerOf } = world;
  const own = [...ledger.byHash].filter(([, one]) => triggerOf(one) === asked);
  if (own.some(([hash]) => ledger.forgottenHashes.has(hash))) return;
  if (own.some(([, { attemptId }]) => (takenBack.get(attemptId) ?? 0) >= chain.shape.confirmations))
    return;
  const done = chain
    .canonical()
    .filter(
      ({ tx, status }) =>
        status === "success" && tx.to !== tx.from && own.some(([hash]) => hash === tx.hash),
    );
  if (done.length > 1) say(`has traded ${done.length} times`);
  const how = trigger.result?.how;
  if ((how === "executed") !== (done.length === 1))
    say(`says ${how}, and has traded ${done.length} times`);
  if (asked.into !== undefined && done.length > 0)
    say("has traded itself, and was to create an order");
  const ordered = world.orders.filter(({ by, at }) => by === asked && !world.mayHaveForgotten(at));
  if (ordered.length > 1) say(`has created ${ordered.length} orders`);
  if (!world.hasForgotten() && (how === "ordered") !== (ordered.length === 1))
    say(`says ${how}, and has created ${ordered.length} orders`);
  if (how !== undefined) reached.add(`trigger: ${asked.type} ${how}`);
  if (trigger.status === "completed" && how === undefined)
    say("is completed, and nothing came of it");
  if (how !== undefined && trigger.active) say("has fired, and watches on");
}

function judgeIndexes(
  { redis, keys, chainId }: World,
  { vault, id, operator }: AskedTrigger,
  trigger: TriggerOrder,
  say: Say,
): void {
  const member = `${vault}:${id}`;
  const isIn = (key: string, item: string) => {
    const set = redis.read(key);
    return (set instanceof Set || set instanceof Map) && set.has(item);
  };
  const closed = redis.read(keys.closedOrders(vault));
  const isDue = trigger.active && trigger.status === "active";
  if (isIn(keys.activeOrders(vault, chainId), String(id)) !== trigger.active)
    say("the vault's active set is wrong");
  if (isIn(keys.operatorOrders(operator, "trigger"), member) !== trigger.active)
    say("the operator's active set is wrong");
  if (isIn(keys.operatorOrders(operator, "twap"), member))
    say("counts as one of its operator's orders");
  if ((Array.isArray(closed) && closed.includes(String(id))) === trigger.active)
    say("the closed list is wrong");
  for (const key of [keys.due(chainId), keys.dueOf(chainId, operator)])
    if (isIn(key, member) !== isDue) say(`(${trigger.status}) the due index is wrong`);
}
