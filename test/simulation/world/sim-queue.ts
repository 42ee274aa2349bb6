import { SCHEDULE_ROUTES } from "../../../schemas/schedule-routes.ts";
import type { TickShard } from "../../../schemas/tick-shard.ts";
import type { TickSummary } from "../../../schemas/tick-summary.ts";
import type { Deps } from "../../../src/deps.ts";
import { deliverAndPublish } from "../../../src/notifications/deliver-and-publish.ts";
import { DELIVERY_LIMITS } from "../../../src/notifications/delivery-limits.ts";
import type { Publisher, QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { runShard } from "../../../src/schedule/run-shard.ts";
import type { Started } from "./create-world.ts";
import type { Fate } from "./fate.ts";
import type { Fault } from "./fault.ts";
import type { Activity, Scheduler } from "./scheduler.ts";

type Options = {
  scheduler: Scheduler;
  reached: Set<string>;
  violate(text: string): void;
  hasForgotten(): boolean;
  faultOf(activity: Activity, port: "queue"): Fault | undefined;
  start(name: string, faults: readonly Fault[], work: (deps: Deps) => Promise<unknown>): Started;
};

type Delivery = { call: QueuedCall; jti: string; dueMs: number; faults: readonly Fault[] };

/** QStash's memory of deduplication ids: ten minutes (src/schedule/qstash-publisher.ts). */
const MEMORY_MS = 600_000;

/**
 * The queue behind its port: messages come at once, late (and so out of order), twice or never, by
 * `fates` in turn.
 */
export function createSimQueue(fates: readonly Fate[], options: Options) {
  const { scheduler, reached, violate, hasForgotten, faultOf, start } = options;
  const known = new Map<string, number>();
  /** Shards that did not find their token used already, by that token. */
  const ran = new Map<string, number>();
  let late: Delivery[] = [];
  let published = 0;
  let isHealed = false;

  const deliver = ({ call, jti, faults }: Delivery): void => {
    if (call.path !== SCHEDULE_ROUTES.shard) {
      start(`outbox ${jti}`, faults, (deps) => deliverAndPublish(deps, DELIVERY_LIMITS.shard));
      return;
    }
    const started = start(`shard ${jti}`, faults, (deps) =>
      runShard(deps, { jti, ...(call.body as TickShard) }),
    );
    started.onEnd = (ended) => {
      if (!ended.ok) return;
      const { duplicate, slices } = ended.value as TickSummary;
      if (slices > 0) reached.add("a shard ran a slice");
      if (duplicate) return;
      ran.set(jti, (ran.get(jti) ?? 0) + 1);
      if ((ran.get(jti) ?? 0) > 1 && !hasForgotten())
        violate(`a shard ran twice for one delivery (${jti})`);
    };
  };
  const soon = (delivery: Delivery): void => {
    const activity = { ...NOBODY };
    const perform = () => deliver(delivery);
    scheduler.wait({
      activity,
      port: "sleep",
      label: "queue",
      notBeforeMs: delivery.dueMs,
      perform,
    });
  };

  const take = (call: QueuedCall): void => {
    const nowMs = scheduler.nowMs();
    if (nowMs - (known.get(call.deduplicationId) ?? Number.NEGATIVE_INFINITY) < MEMORY_MS) {
      reached.add("queue: knew the message");
      return;
    }
    known.set(call.deduplicationId, nowMs);
    const nth = published;
    published += 1;
    const plan = isHealed ? undefined : fates[nth % Math.max(1, fates.length)];
    const { fate, lateSec, faults } = plan ?? { fate: "at once", lateSec: 0, faults: [] };
    const isShard = call.path === SCHEDULE_ROUTES.shard;
    const dueMs = nowMs + 1_000 + (call.delaySec ?? 0) * 1_000;
    const first: Delivery = { call, jti: `message ${nth}`, dueMs, faults };
    const lateMs = dueMs + lateSec * 1_000;
    if (isShard && fate === "never") reached.add("a shard never came");
    if (isShard && /twice|again/.test(fate)) reached.add("a shard came twice");
    if (isShard && fate.includes("late")) reached.add("a shard came late");
    const second = {
      ...first,
      faults: [],
      jti: fate.startsWith("again") ? `${first.jti} again` : first.jti,
    };
    if (fate === "late") late.push({ ...first, dueMs: lateMs });
    else if (fate !== "never") soon(first);
    if (fate === "twice" || fate === "again") soon(second);
    else if (fate === "twice, once late" || fate === "again, late")
      late.push({ ...second, dueMs: lateMs });
  };

  return {
    /** What is late comes when its time has passed, beside what else then runs. */
    release: (): void => {
      const due = late.filter(({ dueMs }) => dueMs <= scheduler.nowMs());
      late = late.filter((one) => !due.includes(one));
      for (const one of due) soon(one);
    },
    /** Everything that is on its way comes, and what is published from now on comes at once. */
    heal: (): void => {
      isHealed = true;
      for (const one of late.splice(0)) soon(one);
    },
    publisherOf: (activity: Activity): Publisher => ({
      publish: (calls) =>
        new Promise((resolve, reject) => {
          const perform = () => {
            const kind = faultOf(activity, "queue")?.kind;
            if (kind === "crash before") activity.dead = true;
            else if (kind === "unreachable") reject(new Error("the queue did not answer"));
            else {
              const count = kind === "half queued" ? Math.floor(calls.length / 2) : calls.length;
              for (const call of calls.slice(0, count)) take(call);
              if (kind === "crash after") activity.dead = true;
              else if (kind === undefined) resolve();
              else reject(new Error("the queue did not answer"));
            }
          };
          scheduler.wait({
            activity,
            port: "queue",
            label: `${calls.length} messages`,
            notBeforeMs: 0,
            perform,
          });
        }),
    }),
  };
}

/** Who waits for a delivery is the queue itself: it never dies. */
const NOBODY: Activity = {
  id: -1,
  name: "queue",
  startedMs: 0,
  startedAt: 0,
  faults: [],
  counts: { redis: 0, rpc: 0, send: 0, venue: 0, messenger: 0, queue: 0, sleep: 0 },
  points: 0,
  dead: false,
  done: false,
  firstEffects: new Map(),
};
