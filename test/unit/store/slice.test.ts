import { describe, expect, test } from "vitest";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { listOrders } from "../../../src/store/orders/get-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { takeOutbox } from "../../../src/store/outbox/take-outbox.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { eachRedis } from "./support/each-redis.ts";
import { FREE_PACE } from "./support/free-pace.ts";
import { OF_TELEGRAM } from "./support/of-telegram.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { delegationOf, eventOf, newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  attemptFor,
  claim,
  claimedOrder,
  confirmation,
  create,
  LEASE_MS,
  LIMITS,
  preparedOrder,
  twapOf,
} from "./support/steps.ts";

const BASE = [8453] as const;
type Slice = Awaited<ReturnType<typeof claimedOrder>>;

const prepare = (
  store: TestStore,
  slice: Slice,
  changes: Partial<Parameters<typeof prepareAttempt.run>[2]> = {},
) =>
  store.run(prepareAttempt, {
    nowMs: T0 + 2,
    attempt: attemptFor(slice),
    chainNonce: 0,
    nextCheckMs: T0 + LEASE_MS,
    order: slice.guard,
    ...changes,
  });

/** A slice without an attempt that was built, or failed: ended under its lease. */
const ended = ({ guard, order }: Slice) => ({
  guard: { leaseToken: guard.leaseToken },
  expectedVersion: guard.version,
  order: { ...order, slicesExecuted: 1 },
  dueMs: T0 + 300_000,
  event: eventOf(),
  outbox: [],
});

/** The refusal, after making sure that nothing was written. */
async function refused<T>(store: TestStore, run: () => Promise<T>): Promise<T> {
  const before = await store.snapshot();
  const answer = await run();
  expect(await store.snapshot()).toEqual(before);
  return answer;
}

eachRedis((redis) => {
  describe("prepareAttempt", () => {
    test("default: the order waits, not due; attempt, nonce queue, check time stored", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { vault, agent, order } = slice;
      const attempt = attemptFor(slice, { status: "sent", freeingHashes: [`0x${"1".repeat(64)}`] });
      const answer = await prepare(store, slice, { attempt });
      const waiting = {
        ...order,
        status: "pending_confirmation",
        pendingAttempt: attempt.id,
        attemptsOfSlice: 1,
      };
      expect(answer).toEqual({ ok: true, order: waiting, version: 3, open: [] });
      const { orders } = await store.run(listOrders, { vault });
      expect(orders).toEqual([
        {
          order: waiting,
          version: 3,
          openAttempt: { ...attempt, status: "prepared", freeingHashes: [] },
        },
      ]);
      const stored = await store.snapshot();
      expect(stored[`lane-open:8453:${agent}`]).toEqual([attempt.id, "0"]);
      expect(stored["attempts-open:8453"]).toEqual([attempt.id, String(T0 + LEASE_MS)]);
      expect(Object.keys(stored).filter((key) => key.startsWith("due"))).toEqual([]);
    });

    test("behavior: the schedule's step is written with the attempt", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const attempted = { lastExecution: T0 + 1, anchorMs: T0 + 1, pointIndex: 1 };
      expect(await prepare(store, slice, { order: { ...slice.guard, attempted } })).toMatchObject({
        ok: true,
        order: attempted,
      });
    });

    test("error: lease_lost when the lease ended, to the ms", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      expect(
        await refused(store, () => prepare(store, slice, { nowMs: T0 + 1 + LEASE_MS })),
      ).toEqual({
        ok: false,
        code: "lease_lost",
      });
      expect(await prepare(store, slice, { nowMs: T0 + LEASE_MS })).toMatchObject({ ok: true });
    });

    test("error: lease_lost with an old token, another token or another version", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { token, orders } = await claim(store, T0 + LEASE_MS + 2);
      const now = { nowMs: T0 + LEASE_MS + 3 };
      const lost = { ok: false, code: "lease_lost" };
      const [{ version }] = orders as [(typeof orders)[0]];
      expect(await refused(store, () => prepare(store, slice, now))).toEqual(lost);
      expect(
        await refused(store, () =>
          prepare(store, slice, { ...now, order: { ...slice.guard, version } }),
        ),
      ).toEqual(lost);
      expect(
        await refused(store, () =>
          prepare(store, slice, { ...now, order: { ...slice.guard, leaseToken: token } }),
        ),
      ).toEqual(lost);
      expect(
        await prepare(store, slice, {
          ...now,
          order: { ...slice.guard, leaseToken: token, version },
        }),
      ).toMatchObject({ ok: true });
    });

    test("error: order_not_active: unknown, cancelled, paused; lease_lost: resumed", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { vault, id } = slice;
      const notActive = { ok: false, code: "order_not_active" };
      expect(
        await refused(store, () => prepare(store, slice, { order: { ...slice.guard, id: 9 } })),
      ).toEqual(notActive);
      await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id });
      expect(await refused(store, () => prepare(store, slice))).toEqual(notActive);
      await store.run(resumeOrder, { vault, chainIds: BASE, id, dueMs: T0, ...LIMITS });
      expect(await refused(store, () => prepare(store, slice))).toEqual({
        ok: false,
        code: "lease_lost",
      });
      await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id });
      expect(await refused(store, () => prepare(store, slice))).toEqual(notActive);
    });

    test("error: vault_frozen while the vault is frozen", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      expect(await store.run(freezeVault, { chainId: 8453, vault: slice.vault })).toEqual({
        changed: true,
        openHashes: [],
      });
      expect(await store.run(freezeVault, { chainId: 8453, vault: slice.vault })).toEqual({
        changed: false,
        openHashes: [],
      });
      expect(await refused(store, () => prepare(store, slice))).toEqual({
        ok: false,
        code: "vault_frozen",
      });
      const lift = { chainId: 8453 as const, vault: slice.vault, messageHash: "0x1" };
      expect(await store.run(unfreezeVault, lift)).toEqual({ ok: true, changed: true });
      expect(await prepare(store, slice)).toMatchObject({ ok: true });
    });

    test("error: delegation_disabled unrecorded or off, agent_mismatch for others", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { vault, operator, agent } = slice;
      await store.command("DEL", store.keys.delegation(8453, vault));
      const disabled = { ok: false, code: "delegation_disabled" };
      expect(await refused(store, () => prepare(store, slice))).toEqual(disabled);
      await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
      await store.run(disableDelegation, { chainId: 8453, vault });
      expect(await refused(store, () => prepare(store, slice))).toEqual(disabled);
      await store.run(saveDelegation, { record: delegationOf(vault, operator, newAddress()) });
      expect(await refused(store, () => prepare(store, slice))).toEqual({
        ok: false,
        code: "agent_mismatch",
      });
      await store.run(saveDelegation, {
        record: delegationOf(vault, operator, `0x${agent.slice(2).toUpperCase()}`),
      });
      expect(await prepare(store, slice)).toMatchObject({ ok: true });
    });

    test("error: an attempt not of its order's vault or chain is not written", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { vault, operator, agent } = slice;
      const other = newAddress();
      await store.run(saveDelegation, { record: delegationOf(other, operator, agent) });
      await store.run(saveDelegation, {
        record: delegationOf(vault, operator, agent, { chainId: 10 }),
      });
      for (const changes of [{ vault: other }, { chainId: 10 as const }]) {
        const run = () => prepare(store, slice, { attempt: attemptFor(slice, changes) });
        await refused(store, () =>
          expect(run()).rejects.toMatchObject({ code: "store_unavailable" }),
        );
      }
    });

    test("error: not_delegated for a method that the record does not have", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      await store.run(disableDelegation, {
        chainId: 8453,
        vault: slice.vault,
        selectors: ["0x2213bc0b"],
      });
      expect(await refused(store, () => prepare(store, slice))).toEqual({
        ok: false,
        code: "not_delegated",
      });
      const attempt = attemptFor(slice, { data: "0x3593564C00" });
      expect(await prepare(store, slice, { attempt })).toMatchObject({ ok: true });
    });

    test("error: lane_full: with eight open attempts a wallet gets no ninth", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const nonceQueue = store.keys.nonceQueueOpen(8453, slice.agent);
      for (let nonce = 0; nonce < 7; nonce++)
        await store.command("ZADD", nonceQueue, nonce, `a${nonce}`);
      const next = (nonce: number) =>
        prepare(store, slice, { attempt: attemptFor(slice, { nonce }) });
      await store.command("ZADD", nonceQueue, 7, "a7");
      expect(await refused(store, () => next(8))).toEqual({ ok: false, code: "lane_full" });
      await store.command("ZREM", nonceQueue, "a7");
      expect(await next(7)).toMatchObject({ ok: true });
    });

    test("error: attempt_open for a second attempt, attempt_exists for the same id", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const second = { attempt: attemptFor(slice, { id: "other", nonce: 1 }) };
      expect(await refused(store, () => prepare(store, slice, second))).toEqual({
        ok: false,
        code: "attempt_open",
      });
      expect(await refused(store, () => prepare(store, slice))).toEqual({
        ok: false,
        code: "attempt_exists",
      });
    });

    test("error: nonce_conflict names max(chain's, highest confirmed + 1, open + 1)", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { agent } = slice;
      const conflict = (expectedNonce: number) => ({
        ok: false,
        code: "nonce_conflict",
        expectedNonce,
      });
      const withNonce = (nonce: number, chainNonce: number) =>
        prepare(store, slice, {
          attempt: attemptFor(slice, { nonce }),
          chainNonce,
          explained: ["a", "b"],
        });
      expect(await refused(store, () => withNonce(0, 5))).toEqual(conflict(5));
      expect(await refused(store, () => withNonce(6, 5))).toEqual(conflict(5));
      await store.command("SET", store.keys.nonceQueueConfirmed(8453, agent), 7);
      expect(await refused(store, () => withNonce(5, 5))).toEqual(conflict(8));
      await store.command("ZADD", store.keys.nonceQueueOpen(8453, agent), 9, "a", 11, "b");
      expect(await refused(store, () => withNonce(8, 5))).toEqual(conflict(12));
      expect(await refused(store, () => withNonce(11, 12))).toEqual(conflict(12));
      expect(await withNonce(12, 5)).toMatchObject({ ok: true });
    });

    test("behavior: another chain of the same agent has a nonce queue of its own", async () => {
      const store = redis().store();
      const { vault, operator, agent } = await preparedOrder(store);
      await store.run(saveDelegation, {
        record: delegationOf(vault, operator, agent, { chainId: 10 }),
      });
      const attempt = attemptFor({ vault, operator, agent, id: 1 }, { id: "call:1", chainId: 10 });
      expect(await store.run(prepareAttempt, { attempt, chainNonce: 0, nextCheckMs: T0 })).toEqual({
        ok: true,
        order: null,
        version: null,
        open: [],
      });
    });

    test("behavior: 20 attempts at once for one order: one is taken", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          prepare(store, slice, { attempt: attemptFor(slice, { id: `a${i}` }) }),
        ),
      );
      expect(answers.filter(({ ok }) => ok).length).toBe(1);
      expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(
        Array(19).fill("attempt_open"),
      );
    });

    test("behavior: 20 direct calls at once: one takes the nonce, others the next", async () => {
      const store = redis().store();
      const { vault, operator, agent } = await claimedOrder(store);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store.run(prepareAttempt, {
            attempt: attemptFor({ vault, operator, agent, id: 1 }, { id: `call:${i}` }),
            chainNonce: 0,
            nextCheckMs: T0,
          }),
        ),
      );
      expect(answers.filter(({ ok }) => ok).length).toBe(1);
      expect(
        answers.filter(
          (answer) => !answer.ok && answer.code === "nonce_conflict" && answer.expectedNonce === 1,
        ).length,
      ).toBe(19);
    });

    test("behavior: cancel before prepare refuses it, after names it; at once, one", async () => {
      for (let round = 0; round < 10; round++) {
        const store = redis().store();
        const slice = await claimedOrder(store);
        const cancel = () =>
          store.run(cancelOrders, {
            kind: "twap",
            vault: slice.vault,
            chainIds: BASE,
            id: slice.id,
          });
        const runs =
          round % 2 === 0 ? [cancel(), prepare(store, slice)] : [prepare(store, slice), cancel()];
        const answers = await Promise.all(runs);
        const cancelled = answers.find((answer) => "cancelled" in answer);
        const prepared = answers.find((answer) => "ok" in answer);
        const named = cancelled?.cancelled[0]?.openAttempt?.hashes ?? [];
        expect(named.length).toBe(prepared?.ok === true ? 1 : 0);
        if (prepared?.ok === false) expect(prepared.code).toBe("order_not_active");
      }
    });
  });

  describe("finishSlice", () => {
    test("default: under lease it writes order, due, event, outbox, NAV, frees it", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { vault, operator, id } = slice;
      const event = {
        ...eventOf({ success: false, error: "no route", orderId: id }),
        chainId: 8453 as const,
      };
      const payload = { kind: "slice_failed", list: [], nested: { value: null } };
      const outbox = [
        { id: "n1", operator: operator.toUpperCase().replace("0X", "0x"), dueMs: T0, payload },
      ];
      const seen = { chainId: 8453, vault, unitaryValue: "1000002" } as const;
      await store.run(recordNav, { ...seen, nowMs: T0 - 600_000 });
      await pairTelegram(store, operator, '{"chatId":"1"}');
      const answer = await store.run(finishSlice, {
        ...ended(slice),
        event,
        outbox,
        nav: { unitaryValue: "1000001" },
      });
      expect(answer).toEqual({ ok: true, repeated: false, version: 3 });
      expect((await store.run(listOrders, { vault })).orders).toEqual([
        { order: { ...slice.order, slicesExecuted: 1 }, version: 3, openAttempt: null },
      ]);
      expect(await store.run(readEvents, { vault })).toEqual({ events: [event] });
      expect(
        (
          await store.run(takeOutbox, {
            ...OF_TELEGRAM,
            nowMs: T0 + 1,
            limit: 9,
            leaseMs: 1,
            pace: FREE_PACE,
          })
        ).chats,
      ).toEqual([
        {
          chatId: "1",
          operators: [operator],
          items: [
            { id: "n1", operator, card: "changes", payload: JSON.stringify(payload), tries: 0 },
          ],
          cards: [],
        },
      ]);
      expect((await store.run(loadCallContext, { chainId: 8453, vault })).navBaseline).toBe(
        "1000001",
      );
      expect((await claim(store, T0 + 300_000)).orders).toEqual([]);
      expect((await claim(store, T0 + 300_001)).orders.length).toBe(1);
    });

    test("default: by its attempt it also ends the attempt and uses the nonce up", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store, undefined, { nonce: 4 });
      const { vault, operator, agent, attempt } = slice;
      expect(await store.run(finishSlice, confirmation(slice))).toEqual({
        ok: true,
        repeated: false,
        version: 4,
      });
      const { orders } = await store.run(listOrders, { vault });
      expect(orders).toMatchObject([
        {
          order: { status: "active", slicesExecuted: 1, spentBase: "20000000" },
          openAttempt: null,
        },
      ]);
      expect(
        (await store.run(loadCallContext, { chainId: 8453, vault, operator })).nonceQueue,
      ).toEqual({
        agent,
        highestConfirmed: 4,
        highestOpen: null,
        lowestOpen: null,
      });
      expect((await claim(store, T0 + 10_000_000)).attempts).toEqual([]);
      expect(Number(await store.command("PTTL", store.keys.attempt(attempt.id)))).toBeGreaterThan(
        0,
      );
    });

    test("behavior: doing it twice changes nothing, by any caller, with any version", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const finish = {
        ...confirmation(slice),
        event: eventOf(),
        outbox: [{ id: "n", operator: slice.operator, dueMs: T0, payload: 1 }],
      };
      expect(await store.run(finishSlice, finish)).toMatchObject({ ok: true, repeated: false });
      const again = () => store.run(finishSlice, { ...finish, nowMs: T0 + 99, expectedVersion: 4 });
      expect(await refused(store, again)).toEqual({ ok: true, repeated: true, version: 4 });
    });

    test("behavior: 20 finishes at once are one finish", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.run(finishSlice, { ...confirmation(slice), event: eventOf() }),
        ),
      );
      expect(answers.filter((answer) => answer.ok && !answer.repeated).length).toBe(1);
      expect(answers.every(({ ok }) => ok)).toBe(true);
      expect((await store.run(readEvents, { vault: slice.vault })).events.length).toBe(1);
    });

    test("error: already_closed when the attempt was closed with another outcome", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      await store.run(finishSlice, confirmation(slice));
      const reverted = {
        ...confirmation(slice),
        attempt: { record: { ...slice.attempt, status: "reverted" as const } },
      };
      expect(await refused(store, () => store.run(finishSlice, reverted))).toMatchObject({
        ok: false,
        code: "already_closed",
        version: 4,
        order: { slicesExecuted: 1 },
      });
    });

    test("error: already_closed for an attempt unknown or not this order's", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const call = attemptFor(slice, { id: "call:1", nonce: 1 });
      await store.run(prepareAttempt, { attempt: call, chainNonce: 0, nextCheckMs: T0 });
      for (const attempt of [call, attemptFor(slice, { id: "unknown" })]) {
        const answer = await refused(store, () =>
          store.run(finishSlice, confirmation({ ...slice, attempt })),
        );
        expect(answer).toMatchObject({ ok: false, code: "already_closed", version: slice.version });
      }
    });

    test("error: attempt_rewritten if stored bytes are not the ended; none written", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const own = confirmation(slice);
      const bytes = newHash();
      const other = {
        ...own,
        attempt: { ...own.attempt, record: { ...own.attempt.record, hashes: [bytes] } },
      };
      const freed = {
        ...own,
        attempt: { ...own.attempt, record: { ...own.attempt.record, freeingHashes: [bytes] } },
      };
      for (const end of [other, freed])
        expect(await refused(store, () => store.run(finishSlice, end))).toMatchObject({
          code: "attempt_rewritten",
        });
      expect(await store.run(finishSlice, own)).toMatchObject({ ok: true, repeated: false });
      expect(await refused(store, () => store.run(finishSlice, other))).toMatchObject({
        code: "attempt_rewritten",
      });
    });

    test("error: lease_lost with an old token after the order was claimed again", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { orders } = await claim(store, T0 + LEASE_MS + 2);
      const [{ order, version }] = orders as [(typeof orders)[0]];
      for (const expectedVersion of [slice.guard.version, version]) {
        const answer = await refused(store, () =>
          store.run(finishSlice, { ...ended(slice), expectedVersion }),
        );
        expect(answer).toEqual({ ok: false, code: "lease_lost", order, version });
      }
    });

    test("behavior: a late finish under an ended lease nobody took is accepted", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      expect(
        await store.run(finishSlice, { ...ended(slice), nowMs: T0 + 10 * LEASE_MS }),
      ).toMatchObject({ ok: true });
    });

    test("error: already_closed, lease_lost, version_conflict show the order as is", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const { vault, id } = slice;
      const finish = (version = slice.guard.version) =>
        refused(store, () => store.run(finishSlice, { ...ended(slice), expectedVersion: version }));
      expect(await finish(1)).toMatchObject({
        ok: false,
        code: "version_conflict",
        version: 2,
        order: { status: "active" },
      });
      await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id });
      expect(await finish()).toMatchObject({
        ok: false,
        code: "lease_lost",
        version: 3,
        order: { status: "paused" },
      });
      await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id });
      expect(await finish()).toMatchObject({
        ok: false,
        code: "already_closed",
        version: 4,
        order: { status: "cancelled" },
      });
      await store.command("DEL", store.keys.order(vault, id));
      expect(await finish()).toEqual({
        ok: false,
        code: "order_missing",
        order: null,
        version: null,
      });
    });

    test("error: attempt_open if a lease holder ends a slice past its open attempt", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const input = { ...ended(slice), expectedVersion: slice.version };
      expect(await refused(store, () => store.run(finishSlice, input))).toMatchObject({
        ok: false,
        code: "attempt_open",
      });
    });

    test("behavior: an outcome goes into an order since cancelled, which stays so", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const { vault, id } = slice;
      const { cancelled } = await store.run(cancelOrders, {
        kind: "twap",
        vault,
        chainIds: BASE,
        id,
      });
      const [{ order, version }] = cancelled as [(typeof cancelled)[0]];
      expect(await refused(store, () => store.run(finishSlice, confirmation(slice)))).toMatchObject(
        {
          ok: false,
          code: "version_conflict",
          version,
        },
      );
      const late = {
        ...confirmation({ ...slice, version, order: twapOf(order) }),
        order: { ...twapOf(order), slicesExecuted: 1, pendingAttempt: undefined },
        dueMs: null,
      };
      expect(await store.run(finishSlice, late)).toMatchObject({ ok: true, repeated: false });
      const { orders } = await store.run(listOrders, { vault });
      expect(orders).toMatchObject([
        { order: { status: "cancelled", active: false, slicesExecuted: 1 }, openAttempt: null },
      ]);
      expect((await store.snapshot())[`orders-closed:${vault}`]).toEqual(["1"]);
      expect(await claim(store, T0 + 10_000_000)).toMatchObject({ orders: [], attempts: [] });
    });

    test("error: a slice cannot bring a closed order back", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const { cancelled } = await store.run(cancelOrders, {
        kind: "twap",
        vault: slice.vault,
        chainIds: BASE,
        id: slice.id,
      });
      const [{ version }] = cancelled as [(typeof cancelled)[0]];
      const run = () => store.run(finishSlice, confirmation({ ...slice, version }));
      await refused(store, () =>
        expect(run()).rejects.toMatchObject({ code: "store_unavailable" }),
      );
    });

    test("error: a slice cannot move its order to another chain or operator", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      for (const changes of [{ chainId: 10 as const }, { operatorAddress: newAddress() }]) {
        const run = () =>
          store.run(finishSlice, { ...ended(slice), order: { ...slice.order, ...changes } });
        await refused(store, () =>
          expect(run()).rejects.toMatchObject({ code: "store_unavailable" }),
        );
      }
    });

    test("error: a running order cannot lack a due time, or wait for nothing", async () => {
      const store = redis().store();
      const slice = await claimedOrder(store);
      const run = (changes: object) =>
        expect(store.run(finishSlice, { ...ended(slice), ...changes })).rejects.toMatchObject({
          code: "store_unavailable",
        });
      await refused(store, () => run({ dueMs: null }));
      await refused(store, () =>
        run({ order: { ...slice.order, status: "pending_confirmation" } }),
      );
    });

    test("behavior: completing closes the order and frees its place", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const { vault, operator } = slice;
      const done = {
        ...slice.order,
        active: false,
        status: "completed" as const,
        completedAt: T0 + 5,
        pendingAttempt: undefined,
      };
      expect(
        await store.run(finishSlice, { ...confirmation(slice), order: done, dueMs: null }),
      ).toMatchObject({
        ok: true,
      });
      const stored = await store.snapshot();
      expect(stored[`orders-closed:${vault}`]).toEqual(["1"]);
      expect(
        Object.keys(stored).filter((key) =>
          /^(orders-active|orders-operator|due|attempts-open|lane-open)/.test(key),
        ),
      ).toEqual([]);
      expect(await create(store, { vault, operator, agent: vault })).toBe(2);
    });

    test("behavior: an order paused while its attempt was out stays paused, not due", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const paused = await store.run(pauseOrder, {
        kind: "twap",
        vault: slice.vault,
        chainIds: BASE,
        id: slice.id,
      });
      if (!paused.ok) throw new Error(paused.code);
      const end = confirmation({ ...slice, version: paused.version });
      expect(
        await store.run(finishSlice, { ...end, order: { ...end.order, status: "paused" } }),
      ).toMatchObject({
        ok: true,
      });
      expect((await claim(store, T0 + 10_000_000)).orders).toEqual([]);
    });

    test("behavior: an unsent attempt gives back its nonce, the order's next has it", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store, undefined, { nonce: 3 });
      const never = {
        ...confirmation(slice),
        order: { ...slice.order, status: "active" as const },
        attempt: { record: { ...slice.attempt, status: "never_sent" as const } },
      };
      expect(await store.run(finishSlice, never)).toMatchObject({ ok: true });
      const { token, orders } = await claim(store, T0 + 300_001);
      const [{ version }] = orders as [(typeof orders)[0]];
      const next = {
        nowMs: T0 + 300_002,
        attempt: attemptFor(slice, { id: "next", nonce: 3 }),
        chainNonce: 3,
        order: { ...slice.guard, leaseToken: token, version },
      };
      expect(await prepare(store, slice, next)).toMatchObject({ ok: true });
    });

    test("error: nonce_needed: a nonce below an open one stays; attempt open, unsent", async () => {
      const store = redis().store();
      const first = await preparedOrder(store);
      const { vault, agent } = first;
      const call = attemptFor(first, { id: "call:1", nonce: 1 });
      await store.run(prepareAttempt, { attempt: call, chainNonce: 0, nextCheckMs: T0 });
      const ended = (status: "never_sent" | "replaced") => ({
        ...confirmation(first),
        attempt: { record: { ...first.attempt, status, error: "NAV Shield" } },
      });
      const answer = await store.run(finishSlice, ended("never_sent"));
      expect(answer).toMatchObject({ ok: false, code: "nonce_needed", version: first.version });
      const { orders } = await store.run(listOrders, { vault });
      expect(orders).toEqual([
        {
          order: first.order,
          version: first.version,
          openAttempt: { ...first.attempt, error: "NAV Shield" },
        },
      ]);
      const { attempts } = await claim(store, T0 + LEASE_MS + 1);
      expect(attempts.map(({ attempt }) => attempt.id).sort()).toEqual(
        ["call:1", first.attempt.id].sort(),
      );
      const forSend = { attemptId: first.attempt.id, forSend: true as const, nextCheckMs: T0 };
      expect(await refused(store, () => store.run(markAttempt, forSend))).toEqual({
        ok: false,
        code: "abandoned",
      });

      expect(await store.run(finishSlice, ended("replaced"))).toMatchObject({ ok: true });
      expect(
        await store.run(closeAttempt, { attempt: { record: { ...call, status: "never_sent" } } }),
      ).toEqual({
        ok: true,
        repeated: false,
      });
      const { nonceQueue } = await store.run(loadCallContext, { chainId: 8453, vault });
      expect(nonceQueue).toEqual({
        agent,
        highestConfirmed: 0,
        highestOpen: null,
        lowestOpen: null,
      });
    });

    test("error: attempt_sent: what was marked sent cannot be closed as never sent", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      await store.run(markAttempt, {
        attemptId: slice.attempt.id,
        status: "sent",
        nextCheckMs: T0,
      });
      const never = {
        ...confirmation(slice),
        attempt: { record: { ...slice.attempt, status: "never_sent" as const } },
      };
      const answer = await refused(store, () => store.run(finishSlice, never));
      expect(answer).toMatchObject({ ok: false, code: "attempt_sent", version: slice.version });
      expect(await store.run(finishSlice, confirmation(slice))).toMatchObject({ ok: true });
    });

    test("behavior: a nonce the chain has passed can be freed below an open one", async () => {
      const store = redis().store();
      const first = await preparedOrder(store);
      await store.command("ZADD", store.keys.nonceQueueOpen(8453, first.agent), 5, "later");
      await store.command("SET", store.keys.nonceQueueConfirmed(8453, first.agent), 0);
      const never = {
        ...confirmation(first),
        attempt: { record: { ...first.attempt, status: "never_sent" as const } },
      };
      expect(await store.run(finishSlice, never)).toMatchObject({ ok: true });
    });

    test("behavior: a delegated slice is three requests: claim, prepare, finish", async () => {
      const store = redis().store();
      await claimedOrder(store);
      redis().proxy.reset();
      const { token, orders } = await claim(store, T0 + LEASE_MS + 2);
      const [{ order, version }] = orders as [(typeof orders)[0]];
      const { vaultAddress: vault, operatorAddress: operator, id } = order;
      const agent = orders[0]?.context.delegation?.agent ?? "0x";
      const attempt = attemptFor({ vault, operator, agent, id });
      const prepared = await store.run(prepareAttempt, {
        nowMs: T0 + LEASE_MS + 3,
        attempt,
        chainNonce: 0,
        nextCheckMs: T0 * 2,
        order: { vault, id, leaseToken: token, version },
      });
      if (!prepared.ok || prepared.order === null || prepared.version === null)
        throw new Error("not prepared");
      await store.run(finishSlice, {
        ...confirmation({ attempt, order: twapOf(prepared.order), version: prepared.version }),
        event: eventOf(),
        nav: { unitaryValue: "1" },
      });
      expect(
        redis()
          .proxy.log()
          .map(({ method, path, status }) => [method, path, status]),
      ).toEqual(Array(3).fill(["POST", "/", 200]));
    });
  });
});
