import { unitsOf } from "../../../src/navsync/decide-sync.ts";
import type { AskedSync, World } from "../world/create-world.ts";
import { readSync, type SyncRecord } from "./read-sync.ts";
import { sentBySync } from "./sent-by-sync.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Of a vault the last so many are kept. */
const EVENTS_KEPT = 20;
const FAILURE_LIMIT = 3;
const FAILED = ["reverted", "replaced", "never_sent"];

/**
 * At rest a NAV sync says what the chain says: what it counts as sent was sent, what was sent is
 * counted; each failed run is counted and told once; it stands in the indexes as it says of itself,
 * is done with what it had open, and runs on unless something has stopped it.
 */
export function judgeNavSyncs(world: World): void {
  for (const asked of world.syncs) {
    if (world.mayHaveForgotten(asked.at)) continue;
    const name = `NAV sync ${asked.id} of ${asked.vault.slice(0, 6)}`;
    const say = (text: string) => world.ledger.violate(`${name} ${text}`);
    const record = readSync(world, asked);
    if (record === undefined) say("is gone");
    else judgeSync(world, asked, record, say);
  }
}

type Say = (text: string) => void;

function judgeSync(world: World, asked: AskedSync, record: SyncRecord, say: Say): void {
  const { ledger, scheduler, reached } = world;
  const { sync, attempt, lease } = record;
  reached.add(`NAV sync at rest: ${sync.status}`);
  if (sync.lastLook?.found.includes("the cap of 24 hours is used up"))
    reached.add("NAV sync: its day was used up");
  if (sync.lastLook?.found.includes("within")) reached.add("NAV sync: nothing to send");
  judgeIndexes(world, asked, sync, say);
  if (
    attempt !== undefined ||
    sync.pendingAttempt !== undefined ||
    sync.status === "pending_confirmation"
  )
    say("keeps its attempt open for ever");
  if (Number(lease?.split(":")[1] ?? 0) > scheduler.nowMs()) say("stays leased");
  const stop = ledger.stops.find(
    ({ kind, vault, orderId }) =>
      kind.startsWith("cancel sync") && vault === asked.vault && orderId === asked.id,
  );
  if (stop !== undefined && sync.status !== "cancelled")
    say(`was cancelled, and is ${sync.status}`);
  if (sync.consecutiveFailures >= FAILURE_LIMIT && sync.active)
    say("failed three times in a row, and runs on");
  if (!world.hasForgotten()) judgeFailures(world, asked, sync, say);
  judgeSent(world, asked, sync, say);
}

function judgeIndexes(
  { redis, keys, chainId }: World,
  { vault, id, operator }: AskedSync,
  sync: Sync,
  say: Say,
): void {
  const member = `${vault}:${id}`;
  const isIn = (key: string, item: string) => {
    const set = redis.read(key);
    return (set instanceof Set || set instanceof Map) && set.has(item);
  };
  const closed = redis.read(keys.closedOrders(vault));
  const isDue = sync.active && sync.status === "active";
  if (isIn(keys.activeOrders(vault, chainId), String(id)) !== sync.active)
    say("the vault's active set is wrong");
  if (isIn(keys.operatorOrders(operator, "nav_sync"), member) !== sync.active)
    say("the operator's active set is wrong");
  if ((Array.isArray(closed) && closed.includes(String(id))) === sync.active)
    say("the closed list is wrong");
  for (const key of [keys.due(chainId), keys.dueOf(chainId, operator)])
    if (isIn(key, member) !== isDue) say(`(${sync.status}) the due index is wrong`);
}

type Sync = SyncRecord["sync"];

/** By the intents and the audit log, each failure is one event and no more. */
function judgeFailures(world: World, asked: AskedSync, sync: Sync, say: Say): void {
  const { redis, keys, ledger, chainId, syncOf, reached } = world;
  const events = listOf(redis.read(keys.events(asked.vault))).map(
    (text) => JSON.parse(text) as SyncEvent,
  );
  const own = events.filter(({ type, orderId }) => type === "nav_sync" && orderId === asked.id);
  const attempts = [...ledger.attempts.values()].filter((one) => syncOf(one) === asked);
  const statuses = attempts.map(({ attemptId }) => {
    const status = String(Reflect.get(Object(redis.read(keys.attempt(attemptId)) ?? {}), "status"));
    reached.add(`NAV sync: ${status}`);
    return status;
  });
  const refused = listOf(redis.read(keys.audit(chainId, asked.vault)))
    .map(
      (text) =>
        JSON.parse(text.split("|").slice(3).join("|")) as { kind: string; orderId?: number },
    )
    .filter(({ kind, orderId }) => kind === "slice_refused" && orderId === asked.id).length;
  if (refused > 0) reached.add("NAV sync: a run was refused");
  if (events.length >= EVENTS_KEPT) return;
  const ended = statuses.filter((status) => FAILED.includes(status)).length;
  const [done, failed] = [true, false].map(
    (success) => own.filter((one) => one.success === success).length,
  );
  if (failed !== ended + refused)
    say(`has ${failed} failed events of ${ended} attempts and ${refused} refusals`);
  if (done !== statuses.filter((status) => status === "confirmed").length)
    say(`has ${done} events of transfers`);
  // What finds nothing to send starts the count anew, and leaves no event: failures since then are
  // all counted.
  const lastSent = own.findIndex(({ success }) => success);
  const inRow = lastSent < 0 ? own : own.slice(0, lastSent);
  const lookedMs = sync.lastLook?.atMs ?? 0;
  const [least, most] = [1, 0].map(
    (ms) => inRow.filter(({ timestamp }) => timestamp >= lookedMs + ms).length,
  );
  if (sync.consecutiveFailures < (least ?? 0) || sync.consecutiveFailures > (most ?? 0))
    say(
      `counts ${sync.consecutiveFailures} failures in a row, and has ${least} to ${most} ` +
        "events of them",
    );
}

type SyncEvent = { type: string; orderId: number; timestamp: number; success: boolean };
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);

function judgeSent(world: World, asked: AskedSync, sync: Sync, say: Say): void {
  const { chain, ledger, takenBack, reached, syncOf } = world;
  const sent = sentBySync(world, asked);
  const own = [...ledger.byHash].filter(([, one]) => syncOf(one) === asked);
  if (own.some(([hash]) => ledger.forgottenHashes.has(hash))) return;
  if (own.some(([, { attemptId }]) => (takenBack.get(attemptId) ?? 0) >= chain.shape.confirmations))
    return;
  if (sent.length > 1) reached.add("NAV sync: sent more than once");
  if (sync.syncsExecuted !== sent.length)
    say(`counts ${sync.syncsExecuted} transfers, the chain has ${sent.length}`);
  const sum = (list: readonly { amountBase: bigint }[]) =>
    list.reduce((total, one) => total + one.amountBase, 0n);
  for (const { atMs } of sent) {
    const inDay = sum(sent.filter((one) => one.atMs > atMs - DAY_MS && one.atMs <= atMs));
    if (inDay > asked.perDayBase)
      say(`sent ${inDay} within 24 hours, its cap is ${asked.perDayBase}`);
  }
  for (const { amountBase } of sent)
    if (amountBase > asked.perRunBase) say(`sent ${amountBase} at once`);
  // What is counted: at least all of the last day, and nothing that was not sent.
  const since = (sync.lastSync?.atMs ?? 0) - DAY_MS;
  const counted = (sync.sentInDay ?? []).map(({ amount }) => unitsOf(amount) / 10n ** 12n);
  const least = sum(sent.filter(({ atMs }) => atMs > since + DAY_SLACK_MS));
  const total = counted.reduce((a, b) => a + b, 0n);
  if (total < least || total > sum(sent))
    say(`counts ${total} as sent in a day, the chain has ${least}`);
  if (sync.lastSync !== undefined && sent.length > 0) {
    const last = sent.at(-1)?.amountBase;
    if (unitsOf(sync.lastSync.amount) / 10n ** 12n !== last)
      say(`says it sent ${sync.lastSync.amount}, and sent ${last}`);
  }
}

/** The outcome may be known some ticks after the block. */
const DAY_SLACK_MS = 60 * 60_000;
