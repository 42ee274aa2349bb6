import { expect, test } from "vitest";
import { planShards } from "../../../src/schedule/run-tick.ts";

const WINDOW = 300_000;
const TICK = 5_966_666 * WINDOW;

test("default: 40 orders or attempts a shard, in chain order, none where none is left", () => {
  expect(planShards([], TICK)).toEqual([]);
  const left = [
    { chainId: 8453, orders: 41, attempts: 3, watched: 160 },
    { chainId: 10, orders: 0, attempts: 40, watched: 0 },
  ] as const;
  const shard = (chainId: number, number: number) => ({
    path: "/api/internal/twap-slices",
    body: { chainIds: [chainId], shard: number, tick: TICK },
    deduplicationId: `5966666-${chainId}-${number}`,
    flow: { key: `sextant-chain-${chainId}`, parallelism: 10 },
  });
  expect(planShards(left, TICK)).toEqual([shard(8453, 0), shard(10, 0), shard(8453, 1)]);
});

test("behavior: 10,000 orders are 250 shards with 250 ids", () => {
  const shards = planShards([{ chainId: 8453, orders: 10_000, attempts: 0, watched: 0 }], TICK);
  expect(shards).toHaveLength(250);
  expect(new Set(shards.map(({ deduplicationId }) => deduplicationId)).size).toBe(250);
});

test("behavior: ended attempts are shards of 160 too: after a burst one tick sees each", () => {
  const shardsOf = (watched: number) =>
    planShards([{ chainId: 8453, orders: 0, attempts: 0, watched }], TICK).length;
  expect([1, 160, 161, 10_000].map(shardsOf)).toEqual([1, 1, 2, 63]);
  expect(planShards([{ chainId: 8453, orders: 41, attempts: 0, watched: 321 }], TICK)).toHaveLength(
    3,
  );
});

test("behavior: within five minutes the ids are the same, and after them others", () => {
  const idAt = (ms: number) =>
    planShards([{ chainId: 8453, orders: 1, attempts: 0, watched: 0 }], ms)[0]?.deduplicationId;
  expect(idAt(TICK + WINDOW - 1)).toBe(idAt(TICK));
  expect(idAt(TICK + WINDOW)).not.toBe(idAt(TICK));
  expect(idAt(TICK - 1)).not.toBe(idAt(TICK));
});

test("behavior: too little for a shard shares others': no more messages than one chain's", () => {
  const some = (chainId: 1 | 10 | 8453, orders: number) => ({
    chainId,
    orders,
    attempts: 0,
    watched: 0,
  });
  const shards = planShards([some(1, 10), some(10, 55), some(8453, 15)], TICK);
  expect(
    shards.map(({ body, deduplicationId, flow }) => [body, deduplicationId, flow.key]),
  ).toEqual([
    [{ chainIds: [10], shard: 0, tick: TICK }, "5966666-10-0", "sextant-chain-10"],
    [{ chainIds: [1, 10, 8453], shard: 0, tick: TICK }, "5966666-1.10.8453-0", "sextant-chains"],
  ]);
  const seven = [1, 10, 56, 130, 137, 8453, 42161] as const;
  for (const each of [1, 5, 11, 12, 39]) {
    const left = seven.map((chainId) => ({ chainId, orders: each, attempts: each, watched: 0 }));
    expect(planShards(left, TICK)).toHaveLength(Math.ceil((7 * each) / 40));
  }
});
