import { expect, test } from "vitest";
import { publishDeliveries } from "../../../src/notifications/publish-deliveries.ts";
import type { Publisher, QueuedCall } from "../../../src/schedule/qstash-publisher.ts";

/** The beginning of a slot of 15 s. */
const T0 = 1_788_220_800_000;
const SLOT = T0 / 15_000;

function setUp(nowMs: number, publish?: Publisher["publish"]) {
  const asked: QueuedCall[][] = [];
  const logged: string[] = [];
  const publisher: Publisher = {
    publish: publish ?? (async (calls) => void asked.push([...calls])),
  };
  const deps = {
    publisher,
    clock: { nowMs: () => nowMs },
    log: (event: string) => void logged.push(event),
  };
  return {
    asked,
    logged,
    publish: (shards: number, fromMs = nowMs) => publishDeliveries(deps, { shards, fromMs }),
  };
}

test("default: shards begin with the next slots of time, one each, for all callers", async () => {
  const { asked, publish } = setUp(T0 + 4_000);
  await publish(2);
  const flow = { key: "sextant-outbox", parallelism: 3 };
  const shard = (slot: number, delaySec: number) => ({
    path: "/api/internal/outbox",
    body: { slot },
    deduplicationId: `outbox-${slot}`,
    flow,
    delaySec,
  });
  expect(asked).toEqual([[shard(SLOT + 1, 11), shard(SLOT + 2, 26)]]);
  const other = setUp(T0 + 14_999);
  await other.publish(1);
  expect(other.asked[0]?.[0]).toEqual(shard(SLOT + 1, 1));
});

test("behavior: what may be delivered later is requested later", async () => {
  const { asked, publish } = setUp(T0);
  await publish(1, T0 + 30_500);
  expect(asked[0]?.map(({ deduplicationId, delaySec }) => [deduplicationId, delaySec])).toEqual([
    [`outbox-${SLOT + 3}`, 45],
  ]);
});

test("boundary: five minutes of shards at a time; for none the queue is not asked", async () => {
  const { asked, publish } = setUp(T0);
  await publish(1_000);
  expect(asked[0]).toHaveLength(20);
  expect(asked[0]?.at(-1)?.delaySec).toBe(300);
  await publish(0);
  expect(asked).toHaveLength(1);
});

test("error: a queue that is down, or none, is no error: ticks tell what is left", async () => {
  const { logged, publish } = setUp(T0, async () => {
    throw new Error("qstash answered 503");
  });
  await publish(1);
  expect(logged).toEqual(["deliveries_not_published"]);
  const deps = { publisher: undefined, clock: { nowMs: () => T0 }, log: () => undefined };
  await publishDeliveries(deps, { shards: 1, fromMs: T0 });
});
