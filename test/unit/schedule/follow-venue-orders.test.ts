import { expect, test } from "vitest";
import type { VenueOrder, VenueOrderLook } from "../../../schemas/venue-order.ts";
import { AppError } from "../../../src/errors.ts";
import { followVenueOrders } from "../../../src/schedule/follow-venue-orders.ts";
import { planShards } from "../../../src/schedule/run-tick.ts";
import { createSubrequestPlan } from "../../../src/schedule/schedule-limits.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { storeDeps } from "../../support/store-deps.ts";

const T0 = 1_788_220_800_000;
const orderOf = (id: string): VenueOrder => ({
  id,
  vault: "0xaa",
  chainId: 42161,
  operator: "0xbb",
  family: "perp_a",
  summary: "Long 1 ETH",
  ordered: {},
  hash: "0xcc",
  createdAt: T0,
  status: "waiting",
  looks: 0,
  nextLookMs: T0,
});
const due = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ order: orderOf(`call:${index}`), paired: false }));

/** Orders that were looked up, and those of which something was written down. */
function benchOf(
  lookUp: (id: string) => Promise<VenueOrderLook>,
  store: (id: string) => void = () => undefined,
) {
  const looked: string[] = [];
  const written: string[] = [];
  const logged: string[] = [];
  let nowMs = T0;
  const deps = storeDeps({
    keys: createKeys("sx:"),
    nowMs: () => nowMs,
    redis: {
      run: async (_script, _keys, [input]) => {
        const { id } = JSON.parse(input ?? "") as { id: string };
        store(id);
        written.push(id);
        return '{"changed":true}';
      },
    },
    looks: {
      perp_a: (order) => {
        looked.push(order.id);
        return lookUp(order.id);
      },
      perp_b: async () => ({ kind: "unreadable" }),
    },
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return {
    deps: { ...deps, log: (event: string) => void logged.push(event) },
    looked,
    written,
    logged,
    pass,
  };
}
const roomFor = (limit: number) => createSubrequestPlan(() => 0, limit);

test("default: each is looked up and written down once, four at a time", async () => {
  let [open, most] = [0, 0];
  const { deps, looked, written } = benchOf(async () => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return { kind: "waiting" };
  });
  await followVenueOrders(deps, due(9), roomFor(700));
  expect([looked, written]).toEqual([
    due(9).map(({ order }) => order.id),
    due(9).map(({ order }) => order.id),
  ]);
  expect(most).toBe(4);
});

test("behavior: what the plan has no room for is not begun, nothing is written of it", async () => {
  const { deps, looked, written } = benchOf(async () => ({ kind: "waiting" }));
  // Thirteen for each, two of them at once.
  await followVenueOrders(deps, due(2), roomFor(25));
  expect([looked, written]).toEqual([["call:0"], ["call:0"]]);
  await followVenueOrders(deps, due(2), roomFor(12));
  expect(looked).toHaveLength(1);
});

test("behavior: one that breaks, and one that cannot be written down, stop no other", async () => {
  const { deps, written, logged } = benchOf(
    async (id) => {
      if (id === "call:1") throw new Error("no JSON");
      return { kind: "waiting" };
    },
    (id) => {
      if (id === "call:2") throw new AppError("store_unavailable", "No.");
    },
  );
  await followVenueOrders(deps, due(5), roomFor(700));
  expect(written.toSorted()).toEqual(["call:0", "call:1", "call:3", "call:4"]);
  expect(logged.toSorted()).toEqual(["slice_error", "venue_order_unread"]);
});

test("behavior: after half a minute no further one is begun", async () => {
  const { deps, looked, pass } = benchOf(async () => {
    pass(8_000);
    return { kind: "waiting" };
  });
  await followVenueOrders(deps, due(9), roomFor(700));
  expect(looked).toHaveLength(4);
});

test("behavior: what is due beyond a claim is a shard's work, forty a shard", () => {
  const left = (venueOrders: number) => [
    { chainId: 42161 as const, orders: 0, attempts: 0, watched: 0, venueOrders },
  ];
  expect([1, 40, 41, 120].map((count) => planShards(left(count), T0).length)).toEqual([1, 1, 2, 3]);
});
