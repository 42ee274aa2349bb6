import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { Attempt } from "../../../../schemas/calls/attempt.ts";
import type { FollowedCall, VenueOrderEnd } from "../../../../schemas/orders/venue-order.ts";
import { runTick } from "../../../../src/schedule/run-tick.ts";
import { closeAttempt } from "../../../../src/store/attempts/close-attempt.ts";
import { prepareAttempt } from "../../../../src/store/attempts/prepare-attempt.ts";
import { recordDeepReorg, settleWatched } from "../../../../src/store/attempts/settle-watched.ts";
import { readAudit } from "../../../../src/store/audit/read-audit.ts";
import { finishSlice } from "../../../../src/store/orders/finish-slice.ts";
import { readEvents } from "../../../../src/store/orders/read-events.ts";
import { saveDelegation } from "../../../../src/store/vaults/save-delegation.ts";
import { settleVenueOrder } from "../../../../src/store/venueorders/settle-venue-order.ts";
import { listVenueOrders } from "../../../../src/store/venueorders/stored-venue-order.ts";
import { endingOf } from "../../../../src/venueorders/decide-look.ts";
import { storeDeps } from "../../../support/store-deps.ts";
import { eachRedis } from "../support/each-redis.ts";
import { pairTelegram } from "../support/pair-telegram.ts";
import { attemptOf, delegationOf, newHash, T0 } from "../support/records.ts";
import type { TestStore } from "../support/start-store.ts";
import { claim, confirmation, LEASE_MS, newParty, preparedOrder } from "../support/steps.ts";

const FOLLOW: FollowedCall = {
  family: "perp_b",
  summary: "Buy 0.5 BTC at 60,000 or better",
  ordered: { asset: "0", cloid: "0x01", isBuy: "true", limitPx: "60000", sz: "0.5", tif: "Ioc" },
};
const EXECUTED: VenueOrderEnd = {
  status: "executed",
  amounts: { size: "0.5 BTC" },
  reason: "",
  atMs: T0 + 9,
};
const WEEK_SEC = 7 * 24 * 3_600;

/** A call that ordered something at a venue, written down, and its end reported. */
async function ordered(
  store: TestStore,
  changes: Partial<Attempt> = {},
  party = newParty(),
  id = "call:1",
) {
  const { vault, operator, agent } = party;
  await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
  const {
    orderId: _,
    sliceNumber: __,
    ...attempt
  } = attemptOf(vault, operator, agent, {
    ...{ id: `${id}:${vault}`, follow: FOLLOW },
    ...changes,
  });
  const written = await store.run(prepareAttempt, {
    attempt,
    chainNonce: attempt.nonce,
    nextCheckMs: T0 + LEASE_MS,
  });
  expect(written).toMatchObject({ ok: true });
  return { ...party, attempt };
}

const close = (
  store: TestStore,
  attempt: Attempt,
  status: "confirmed" | "reverted" | "replaced" = "confirmed",
) => store.run(closeAttempt, { attempt: { record: { ...attempt, status } } });

async function followed(store: TestStore, changes: Partial<Attempt> = {}) {
  const one = await ordered(store, changes);
  expect(await close(store, one.attempt)).toMatchObject({ ok: true, repeated: false });
  return one;
}
type Followed = Awaited<ReturnType<typeof followed>>;

const settleOf = ({ attempt }: Followed) => ({
  id: attempt.id,
  chainId: 8453 as const,
  vault: attempt.vault,
});
const endOf = ({ attempt, vault, operator }: Followed, end = EXECUTED, paired = true) => ({
  kind: "ended" as const,
  ...endingOf({ ...attempt, ...FOLLOW, vault, operator, hash: attempt.hashes[0] as Hex }, end, {
    nowMs: T0 + 10,
    paired,
  }),
});
const told = async (store: TestStore) => {
  const items = (await store.command("HGETALL", store.keys.outbox("telegram"))) as string[];
  return items.filter((_, index) => index % 2 === 0);
};
const auditKinds = async (store: TestStore, vault: Hex) =>
  (await store.run(readAudit, { chainId: 8453, vault, from: 1, limit: 50 })).entries.map(
    ({ content }) => (JSON.parse(content) as { kind: string }).kind,
  );

eachRedis((redis) => {
  test("default: the step confirming its attempt opens it; due in 5 s, ended once", async () => {
    const store = redis().store();
    const one = await followed(store);
    const { attempt, vault, operator } = one;
    expect((await claim(store, T0 + 5_000)).venueOrders).toEqual([]);
    const [given] = (await claim(store, T0 + 5_001)).venueOrders;
    const opened = {
      ...{
        id: attempt.id,
        vault,
        chainId: 8453,
        operator,
        ...FOLLOW,
        hash: attempt.hashes[0],
        createdAt: T0,
      },
      ...{ status: "waiting", looks: 0, nextLookMs: T0 + 5_000 },
    };
    expect(given).toEqual({ order: opened, paired: false });
    expect(await store.run(listVenueOrders, { vault })).toEqual({ open: [opened], ended: [] });
    await pairTelegram(store, operator);
    const settle = { ...settleOf(one), nowMs: T0 + 10, found: endOf(one) };
    expect(await store.run(settleVenueOrder, settle)).toEqual({ changed: true });
    const before = await store.snapshot();
    expect(
      await store.run(settleVenueOrder, {
        ...settle,
        found: endOf(one, { ...EXECUTED, status: "dropped" }),
      }),
    ).toEqual({
      changed: false,
    });
    expect(await store.snapshot()).toEqual(before);
    expect(await store.run(listVenueOrders, { vault })).toEqual({
      open: [],
      ended: [{ ...opened, status: "executed", end: EXECUTED }],
    });
    expect((await claim(store, T0 + 10 * LEASE_MS)).venueOrders).toEqual([]);
    expect(await store.command("TTL", store.keys.venueOrder(attempt.id))).toBe(WEEK_SEC);
    expect(await told(store)).toEqual([`venue_order:${attempt.id}:end`]);
    expect((await auditKinds(store, vault)).slice(-2)).toEqual([
      "attempt_ended",
      "venue_order_ended",
    ]);
    const { events } = await store.run(readEvents, { vault, nowMs: T0 + 11 });
    expect(events).toMatchObject([
      { type: "venue_order", orderId: attempt.id, success: true, status: "executed" },
      { type: "call", status: "confirmed", hash: attempt.hashes[0] },
    ]);
  });

  test("behavior: the same request twice is one step, whatever it found", async () => {
    const store = redis().store();
    const one = await followed(store);
    const waits = { kind: "waits" as const, nextLookMs: T0 + 60_000, isAnswered: true };
    for (const found of [waits, endOf(one)]) {
      const call = { requestId: `again-${found.kind}`, nowMs: T0 + 10, ...settleOf(one), found };
      const first = await settleVenueOrder.run(store.redis, store.keys, call);
      const before = await store.snapshot();
      expect(await settleVenueOrder.run(store.redis, store.keys, call)).toEqual(first);
      expect(await store.snapshot()).toEqual(before);
    }
  });

  test("behavior: its attempt closed twice, or after its end, opens nothing anew", async () => {
    const store = redis().store();
    const one = await followed(store);
    expect(await close(store, one.attempt)).toEqual({ ok: true, repeated: true });
    await store.run(settleVenueOrder, { ...settleOf(one), nowMs: T0 + 10, found: endOf(one) });
    expect(await close(store, one.attempt)).toEqual({ ok: true, repeated: true });
    expect((await store.run(listVenueOrders, { vault: one.vault })).open).toEqual([]);
  });

  test("behavior: a slice that finish-slice confirms is followed as well", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store, newParty(), { follow: FOLLOW });
    expect(await store.run(finishSlice, confirmation(slice))).toMatchObject({ ok: true });
    expect((await store.run(listVenueOrders, { vault: slice.vault })).open).toMatchObject([
      { id: slice.attempt.id },
    ]);
  });

  test.each(["reverted", "replaced"] as const)(
    "behavior: an attempt that ended as %s ordered nothing",
    async (status) => {
      const store = redis().store();
      const { attempt, vault } = await ordered(store);
      expect(await close(store, attempt, status)).toMatchObject({ ok: true });
      expect(await store.run(listVenueOrders, { vault })).toEqual({ open: [], ended: [] });
    },
  );

  test("behavior: of all that were signed, the hash that was mined is kept", async () => {
    const store = redis().store();
    const hashes = [newHash(), newHash()];
    const { attempt, vault } = await ordered(store, { hashes });
    await close(store, { ...attempt, minedHash: hashes[0]! });
    expect((await store.run(listVenueOrders, { vault })).open).toMatchObject([{ hash: hashes[0] }]);
    const moved = {
      attemptId: attempt.id,
      blockNumber: "101",
      blockHash: newHash(),
      hash: hashes[1]!,
    };
    await store.run(settleWatched, { chainId: 8453, done: [], moved: [moved] });
    expect((await store.run(listVenueOrders, { vault })).open).toMatchObject([{ hash: hashes[1] }]);
  });

  test("behavior: an unended look counts, is told late once, comes back at its time", async () => {
    const store = redis().store();
    const one = await followed(store);
    await pairTelegram(store, one.operator);
    const late = {
      id: `venue_order:${one.attempt.id}:late`,
      operator: one.operator,
      dueMs: T0,
      payload: { kind: "x" },
    };
    const found = { kind: "waits" as const, nextLookMs: T0 + 60_000, isAnswered: true, late };
    await store.run(settleVenueOrder, { ...settleOf(one), nowMs: T0 + 10, found });
    expect(await told(store)).toEqual([late.id]);
    await store.command("DEL", store.keys.outbox("telegram"));
    await store.run(settleVenueOrder, {
      ...settleOf(one),
      nowMs: T0 + 20,
      found: { ...found, isAnswered: false },
    });
    expect(await told(store)).toEqual([]);
    expect((await claim(store, T0 + 60_000)).venueOrders).toEqual([]);
    expect((await claim(store, T0 + 60_001)).venueOrders).toMatchObject([
      { order: { looks: 2, answeredAt: T0 + 10, isLate: true, nextLookMs: T0 + 60_000 } },
    ]);
    // A looker that died: back after its lease.
    expect((await claim(store, T0 + 60_001 + LEASE_MS)).venueOrders).toEqual([]);
    expect((await claim(store, T0 + 60_002 + LEASE_MS)).venueOrders).toHaveLength(1);
  });

  test("behavior: a deep reorg ends what is followed as unknown; what ended stays", async () => {
    const store = redis().store();
    const block = { blockNumber: "100", blockHash: newHash() };
    const takeBack = async (one: Followed) => {
      const { attempt, vault } = one;
      const end: VenueOrderEnd = {
        status: "unknown",
        amounts: {},
        reason: "taken back",
        atMs: T0 + 10,
      };
      const { kind: _, ...ending } = endOf(one, end);
      await store.run(recordDeepReorg, {
        ...{ chainId: 8453 as const, vault, attemptId: attempt.id, alarm: null, ending },
        facts: {
          ...{ kind: "deep_reorg", actor: "scheduler", attempt: attempt.id },
          ...{ recorded: { status: "confirmed", ...block }, found: { status: "missing" } },
        },
      });
      return (await store.run(listVenueOrders, { vault })).ended.map(({ status }) => status);
    };
    expect(await takeBack(await followed(store, block))).toEqual(["unknown"]);
    const done = await followed(store, block);
    await store.run(settleVenueOrder, { ...settleOf(done), nowMs: T0 + 10, found: endOf(done) });
    expect(await takeBack(done)).toEqual(["executed"]);
  });

  test("behavior: a vault's list keeps the twenty last ended, and every open one", async () => {
    const store = redis().store();
    const party = newParty();
    for (let nonce = 0; nonce < 23; nonce += 1) {
      const one = await ordered(store, { nonce, createdAt: T0 + nonce }, party, `call:${nonce}`);
      await close(store, one.attempt);
      if (nonce > 0)
        await store.run(settleVenueOrder, { ...settleOf(one), nowMs: T0 + 10, found: endOf(one) });
    }
    const { open, ended } = await store.run(listVenueOrders, { vault: party.vault });
    expect([
      open.map(({ createdAt }) => createdAt),
      ended.map(({ createdAt }) => createdAt),
    ]).toEqual([[T0], Array.from({ length: 20 }, (_, index) => T0 + 22 - index)]);
  });

  test("behavior: those beyond the limit are left and told; an unreadable stops none", async () => {
    const store = redis().store();
    const all = [];
    for (let i = 0; i < 3; i += 1) all.push(await followed(store));
    const broken = all[0]!.attempt.id;
    await store.command("HSET", store.keys.venueOrder(broken), "json", "{}");
    const claims = [];
    for (let i = 0; i < 3; i += 1) claims.push(await claim(store, T0 + 5_001, { limit: 1 }));
    expect(claims.flatMap(({ unreadable }) => unreadable)).toEqual([broken]);
    expect(claims.flatMap(({ venueOrders }) => venueOrders)).toHaveLength(2);
    expect(claims.map(({ left }) => left.map(({ venueOrders }) => venueOrders))).toEqual([
      [2],
      [1],
      [],
    ]);
  });

  test("behavior: a tick with many due makes one trip a look; none due, no trip", async () => {
    const store = redis().store();
    for (let i = 0; i < 5; i += 1) await followed(store);
    const trips: string[] = [];
    const counted: TestStore["redis"] = {
      run: (script, ...rest) => {
        trips.push(script.name);
        return store.redis.run(script, ...rest);
      },
    };
    const seen: string[] = [];
    const looks = {
      perp_a: async () => ({ kind: "unreadable" as const }),
      perp_b: async ({ id }: { id: string }) => {
        seen.push(id);
        if (seen.length === 2) throw new Error("the venue broke");
        return seen.length === 1
          ? ({ kind: "ended", ...EXECUTED } as const)
          : ({ kind: "waiting" } as const);
      },
    };
    const tickAt = (nowMs: number) =>
      runTick(storeDeps({ redis: counted, keys: store.keys, nowMs: () => nowMs, looks }), {
        jti: String(nowMs),
      });
    // Samples of NAV come behind a tick's answer.
    await store.command("DEL", store.keys.samplesDue());
    await tickAt(T0 + 5_001);
    expect(trips.sort()).toEqual(["claim-due", ...Array(5).fill("settle-venue-order")]);
    trips.length = 0;
    await tickAt(T0 + 5_002);
    expect(trips).toEqual(["claim-due"]);
    expect(seen).toHaveLength(5);
  });
});
