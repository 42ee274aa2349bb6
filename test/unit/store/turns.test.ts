import fc from "fast-check";
import { expect, test } from "vitest";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { eachRedis } from "./support/each-redis.ts";
import { largeRedis } from "./support/large-redis.ts";
import { newAddress, T0 } from "./support/records.ts";
import { startTestRedis } from "./support/start-store.ts";
import { claim, create, due, LEASE_MS, LIMITS, newParty } from "./support/steps.ts";
import { storeOrders } from "./support/store-orders.ts";

type Claimed = {
  orders: { order: { vaultAddress: string; operatorAddress: string; id: number } }[];
};
const operatorsOf = ({ orders }: Claimed) => orders.map(({ order }) => order.operatorAddress);
const namesOf = ({ orders }: Claimed) =>
  orders.map(({ order }) => `${order.vaultAddress}:${order.id}`);

eachRedis((redis) => {
  test("behavior: an operator's one order is in the first batch, whatever is due", async () => {
    const store = redis().store();
    const [greedy, modest] = [newAddress(), newParty()];
    await storeOrders(store, { operator: greedy, vaults: 200 });
    await create(store, modest);
    await due(store, modest, T0 + 5);
    const first = await claim(store, T0 + 10, { limit: 20 });
    expect(operatorsOf(first).filter((operator) => operator === modest.operator)).toHaveLength(1);
    expect(first.orders).toHaveLength(20);
    // It comes due between two batches: in the next one at the latest, although the others waited
    // longer.
    const late = newParty();
    await create(store, late);
    await due(store, late, T0 + 11);
    const second = await claim(store, T0 + 12, { limit: 20 });
    expect(operatorsOf(second)).toContain(late.operator);
  });

  test("behavior: beyond a batch, operators who had a turn wait for all who had none", async () => {
    const store = redis().store();
    const operators = Array.from({ length: 7 }, newAddress);
    for (const operator of operators) await storeOrders(store, { operator, vaults: 4 });
    const batches = [];
    // All at one ms: only the turns can tell them apart.
    for (let i = 0; i < 7; i += 1)
      batches.push(operatorsOf(await claim(store, T0 + 1, { limit: 4 })));
    const served = batches.flat();
    for (let round = 0; round < 4; round += 1)
      expect(served.slice(round * 7, round * 7 + 7).toSorted(), `round ${round}`).toEqual(
        operators.toSorted(),
      );
  });

  test("behavior: an old-dated order does not advance its operator's next turn", async () => {
    const store = redis().store();
    const [one, other] = [newAddress(), newAddress()];
    for (const operator of [one, other]) await storeOrders(store, { operator, vaults: 6 });
    const parties = [one, other].map((operator) => ({ ...newParty(), operator }));
    for (const { vault, ...party } of parties) {
      const id = await create(store, { vault, ...party });
      await store.run(pauseOrder, { kind: "twap", vault, chainIds: [8453], id });
    }
    const [first] = operatorsOf(await claim(store, T0 + 1, { limit: 1 }));
    const { vault } = parties.find(({ operator }) => operator === first)!;
    const old = { vault, chainIds: [8453] as const, id: 1, dueMs: T0 - 5_000, ...LIMITS };
    expect(await store.run(resumeOrder, { ...old, nowMs: T0 + 1 })).toMatchObject({ ok: true });
    const next = [
      await claim(store, T0 + 1, { limit: 1 }),
      await claim(store, T0 + 1, { limit: 1 }),
    ].flatMap(operatorsOf);
    expect(next).toEqual([first === one ? other : one, first]);
  });

  test("behavior: a vault's due orders come together, in time order, past the limit", async () => {
    const store = redis().store();
    const party = newParty();
    for (let i = 0; i < 3; i += 1) await create(store, party);
    for (const [id, dueMs] of [
      [1, T0 - 1],
      [2, T0 - 3],
      [3, T0 - 2],
    ] as const)
      await due(store, party, dueMs, id);
    await create(store, newParty());
    const first = await claim(store, T0 + 1, { limit: 2 });
    expect(namesOf(first)).toEqual([2, 3, 1].map((id) => `${party.vault}:${id}`));
    expect((await claim(store, T0 + 1, { limit: 2 })).orders).toHaveLength(1);
  });

  test("behavior: a vault is left while another claim holds its order, then taken", async () => {
    const store = redis().store();
    const party = newParty();
    await create(store, party);
    expect((await claim(store, T0 + 1)).orders).toHaveLength(1);
    await create(store, party);
    await due(store, party, T0 + 2, 2);
    const held = await claim(store, T0 + 5);
    expect([held.orders, held.left]).toEqual([[], []]);
    expect((await claim(store, T0 + 1 + LEASE_MS)).orders).toEqual([]);
    expect(namesOf(await claim(store, T0 + 2 + LEASE_MS)).toSorted()).toEqual([
      `${party.vault}:1`,
      `${party.vault}:2`,
    ]);
  });

  test("behavior: only chains asked for are claimed, counted; one claim reaches all", async () => {
    const store = redis().store();
    const [base, arbitrum] = [newParty(), newParty()];
    await create(store, base);
    await create(store, arbitrum, { chainId: 42161 });
    await create(store, newParty(), { chainId: 1 });
    expect(namesOf(await claim(store, T0 + 1, { chainIds: [8453], limit: 1 }))).toEqual([
      `${base.vault}:1`,
    ]);
    const two = await claim(store, T0 + 1, { chainIds: [1, 10, 42161], limit: 1 });
    expect(two.orders).toHaveLength(1);
    expect(two.left).toHaveLength(1);
    expect(await claim(store, T0 + 1, { chainIds: [8453, 1, 42161] })).toMatchObject({ left: [] });
  });

  test("behavior: a paused operator's turn goes with none due, comes with the next", async () => {
    const store = redis().store();
    const party = newParty();
    await create(store, party);
    await store.run(pauseOrder, { kind: "twap", vault: party.vault, chainIds: [8453], id: 1 });
    expect(Object.keys(await store.snapshot()).filter((key) => key.startsWith("due"))).toEqual([]);
    await create(store, party);
    expect(namesOf(await claim(store, T0 + 1))).toEqual([`${party.vault}:2`]);
  });

  test("behavior: no order is claimed twice, each within ceil(n / limit) claims", async () => {
    const crowd = fc.record({
      counts: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
      perVault: fc.integer({ min: 1, max: 3 }),
      limit: fc.integer({ min: 2, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(crowd, async ({ counts, perVault, limit }) => {
        const store = redis().store();
        for (const vaults of counts)
          await storeOrders(store, { operator: newAddress(), vaults, perVault });
        const total = counts.reduce((sum, count) => sum + count * perVault, 0);
        const taken: string[] = [];
        for (let claims = 0; claims < Math.ceil(total / limit); claims += 1) {
          const answer = await claim(store, T0 + 1, { limit });
          taken.push(...namesOf(answer));
          expect(answer.left).toEqual(
            taken.length === total
              ? []
              : [{ chainId: 8453, orders: total - taken.length, attempts: 0, watched: 0 }],
          );
        }
        expect(new Set(taken).size).toBe(taken.length);
        expect(taken.length).toBe(total);
      }),
      { seed: 4, numRuns: 6 },
    );
  }, 30_000);
});

test("behavior: 10,000 due orders delay another operator by no batch, drain in turns", async () => {
  const started = await startTestRedis(largeRedis());
  try {
    const store = started.store();
    const [greedy, modest] = [newAddress(), newAddress()];
    await storeOrders(store, { operator: greedy, vaults: 10_000, dueMs: T0 - 1_000 });
    await storeOrders(store, { operator: modest, vaults: 1, dueMs: T0 });
    const first = await claim(store, T0 + 1, { limit: 50 });
    expect(operatorsOf(first).filter((operator) => operator === modest)).toHaveLength(1);
    expect(first.left).toEqual([{ chainId: 8453, orders: 10_001 - 50, attempts: 0, watched: 0 }]);
    for (let batch = 1; batch < 10; batch += 1) {
      await storeOrders(store, { operator: modest, vaults: 1, dueMs: T0 + batch });
      const answer = await claim(store, T0 + batch + 1, { limit: 50 });
      expect(operatorsOf(answer).filter((operator) => operator === modest)).toHaveLength(1);
    }
  } finally {
    await started.stop();
  }
}, 30_000);
