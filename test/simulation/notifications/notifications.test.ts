import { expect, test } from "vitest";
import { playNotifications } from "./play-notifications.ts";

test("behavior: 1,000 operators: each alarm told in a tick, rest in two, in limits", async () => {
  const { alarms, rest, ...played } = await playNotifications({
    operators: 1_000,
    hours: 1,
    seed: 20_261_122,
  });
  expect(alarms.written).toBeGreaterThan(500);
  expect(rest.written).toBeGreaterThan(14_000);
  expect(alarms).toMatchObject({ lost: 0 });
  expect(rest).toMatchObject({ lost: 0 });
  expect(alarms.maxSec).toBeLessThanOrEqual(300);
  expect(rest.p99Sec).toBeLessThanOrEqual(600);
  expect(played).toMatchObject({ refused: 0, errors: [], again: 0 });
  expect(played.peakPerSecond).toBeLessThanOrEqual(30);
  expect(played.leastChatGapMs).toBeGreaterThanOrEqual(1_000);
  expect(played.peakSubrequests).toBeLessThanOrEqual(900);
});

test("behavior: 30 orders per five minutes lose nothing in four hours, ask no queue", async () => {
  const { alarms, rest, queueMessages } = await playNotifications({
    operators: 1,
    hours: 4,
    seed: 20_261_122,
  });
  expect(alarms.written + rest.written).toBeGreaterThanOrEqual(1_440);
  expect([alarms.lost, rest.lost, queueMessages]).toEqual([0, 0, 0]);
  expect(alarms.maxSec).toBeLessThanOrEqual(300);
  expect(rest.p99Sec).toBeLessThanOrEqual(600);
});

test("behavior: ticks and slice shards notify 100 due orders without queue messages", async () => {
  const { alarms, rest, queueMessages } = await playNotifications({
    operators: 71,
    hours: 2,
    seed: 20_261_122,
  });
  expect([alarms.lost, rest.lost, queueMessages]).toEqual([0, 0, 0]);
});
