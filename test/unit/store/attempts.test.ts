import { describe, expect, test } from "vitest";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { fillNonce } from "../../../src/store/attempts/fill-nonce.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { attemptOf, delegationOf, newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  claim,
  confirmation,
  LEASE_MS,
  newParty,
  type Party,
  preparedOrder,
} from "./support/steps.ts";

/** A direct delegated call, prepared; its first check is at T0 + 100. */
async function preparedCall(store: TestStore) {
  const party = newParty();
  const { vault, operator, agent } = party;
  await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
  const {
    orderId: _,
    sliceNumber: __,
    ...base
  } = attemptOf(vault, operator, agent, { id: "call:R-1", nonce: 7 });
  const answer = await store.run(prepareAttempt, {
    attempt: base,
    chainNonce: 7,
    nextCheckMs: T0 + 100,
  });
  if (!answer.ok) throw new Error(answer.code);
  return { ...party, attempt: base };
}

type Slice = Awaited<ReturnType<typeof preparedOrder>>;
type Stop = (store: TestStore, slice: Slice) => Promise<unknown>;
const ofOrder = ({ vault, id }: Slice) => ({ vault, id, chainIds: [8453] as const });
const cancelHere: Stop = (store, slice) =>
  store.run(cancelOrders, { kind: "twap", ...ofOrder(slice) });
const pauseHere: Stop = (store, slice) =>
  store.run(pauseOrder, { ...ofOrder(slice), kind: "twap" });
const freezeHere: Stop = (store, { vault }) => store.run(freezeVault, { chainId: 8453, vault });
const revokeHere: Stop = (store, { vault }) =>
  store.run(disableDelegation, { chainId: 8453, vault });
const takeSelectorHere: Stop = (store, { vault }) =>
  store.run(disableDelegation, { chainId: 8453, vault, selectors: ["0x2213bc0b"] });
const changeAgentHere: Stop = (store, { vault, operator }) =>
  store.run(saveDelegation, { record: delegationOf(vault, operator, newAddress()) });
const freeHere: Stop = (store, { attempt }) =>
  store.run(markAttempt, { attemptId: attempt.id, addFreeingHash: newHash(), nextCheckMs: T0 });

eachRedis((redis) => {
  test("behavior: a wallet unable to pay is told once per attempt, as it is marked", async () => {
    const store = redis().store();
    const { attempt, operator } = await preparedCall(store);
    await pairTelegram(store, operator);
    const alarm = {
      id: "call:R-1:agent_needs_coin",
      operator,
      dueMs: T0,
      payload: { what: "coin" },
    };
    const mark = { attemptId: attempt.id, nextCheckMs: T0, alarm };
    const told = async (): Promise<unknown> =>
      store.command("HKEYS", store.keys.outbox("telegram"));
    expect(await store.run(markAttempt, { ...mark, leaseToken: 99 })).toEqual({
      ok: false,
      code: "lease_lost",
    });
    expect(await told()).toEqual([]);
    await store.run(markAttempt, { attemptId: attempt.id, nextCheckMs: T0 });
    expect(await told()).toEqual([]);
    expect(await store.run(markAttempt, mark)).toMatchObject({ ok: true });
    expect(await told()).toEqual([alarm.id]);
    // Delivered and gone from the outbox.
    await store.command("HDEL", store.keys.outbox("telegram"), alarm.id);
    expect(await store.run(markAttempt, mark)).toMatchObject({ ok: true });
    expect(await told()).toEqual([]);
  });

  test("behavior: preparing tells what the wallet's open attempts may still cost", async () => {
    const store = redis().store();
    const { attempt, vault, operator, agent } = await preparedCall(store);
    const next = (nonce: number, chainNonce: number) => {
      const {
        orderId: _,
        sliceNumber: __,
        ...base
      } = attemptOf(vault, operator, agent, { id: `call:${nonce}`, nonce });
      const explained = nonce === 9 ? [attempt.id] : [];
      return store.run(prepareAttempt, { attempt: base, chainNonce, explained, nextCheckMs: T0 });
    };
    expect(await next(8, 7)).toMatchObject({
      ok: true,
      open: [{ gas: "500000", maxFeePerGas: "40000000" }],
    });
    const fees = { maxFeePerGas: "44000000", maxPriorityFeePerGas: "1100000" };
    await store.run(markAttempt, {
      attemptId: "call:8",
      addHash: newHash(),
      fees,
      nextCheckMs: T0,
    });
    // Nonce 7 is mined meanwhile: it costs nothing more.
    expect(await next(9, 8)).toMatchObject({
      ok: true,
      open: [{ gas: "500000", maxFeePerGas: "44000000" }],
    });
  });

  test("default: a direct call is prepared without an order and given out with none", async () => {
    const store = redis().store();
    const { attempt, agent } = await preparedCall(store);
    const { attempts } = await claim(store, T0 + 101);
    expect(attempts).toMatchObject([
      {
        attempt,
        order: null,
        orderVersion: null,
        context: { nonceQueue: { agent, highestOpen: 7 } },
      },
    ]);
  });

  test("default: marking keeps hashes in order, sets fees and check, frees the lease", async () => {
    const store = redis().store();
    const { attempt } = await preparedCall(store);
    const attemptId = attempt.id;
    const [second, freeing] = [newHash(), newHash()];
    expect((await claim(store, T0 + 101)).attempts.length).toBe(1);
    const sent = await store.run(markAttempt, { attemptId, status: "sent", nextCheckMs: T0 + 150 });
    // The caller's own word; only what a resolver sends counts.
    expect(sent).toMatchObject({ ok: true, attempt: { status: "sent" } });
    expect(sent).not.toHaveProperty("attempt.sentAt");
    const fees = { maxFeePerGas: "44000000", maxPriorityFeePerGas: "1100000" };
    await store.run(markAttempt, { attemptId, addHash: second, fees, nextCheckMs: T0 + 160 });
    await store.run(markAttempt, { attemptId, addHash: attempt.hashes[0], nextCheckMs: T0 + 160 });
    const expected = {
      ...attempt,
      ...fees,
      status: "sent",
      sentAt: T0 + 7,
      hashes: [...attempt.hashes, second],
      freeingHashes: [freeing],
    };
    const nowMs = T0 + 7;
    expect(
      await store.run(markAttempt, {
        attemptId,
        addFreeingHash: freeing,
        nextCheckMs: T0 + 200,
        nowMs,
      }),
    ).toEqual({
      ok: true,
      attempt: expected,
    });
    expect((await claim(store, T0 + 200)).attempts).toEqual([]);
    expect((await claim(store, T0 + 201)).attempts).toMatchObject([{ attempt: expected }]);
  });

  test("behavior: a suspicion is kept with its time until a mark does not repeat it", async () => {
    const store = redis().store();
    const { attempt } = await preparedCall(store);
    const mark = (suspect?: true) =>
      store.run(markAttempt, { attemptId: attempt.id, suspect, nextCheckMs: T0, nowMs: T0 + 9 });
    expect(await mark(true)).toMatchObject({ ok: true, attempt: { suspectedAt: T0 + 9 } });
    expect((await claim(store, T0 + 10)).attempts).toMatchObject([
      { attempt: { suspectedAt: T0 + 9 } },
    ]);
    expect(await mark()).not.toHaveProperty("attempt.suspectedAt");
  });

  test("error: an unknown and a closed attempt cannot be marked", async () => {
    const store = redis().store();
    const { attempt } = await preparedCall(store);
    expect(await store.run(markAttempt, { attemptId: "nope", nextCheckMs: T0 })).toEqual({
      ok: false,
      code: "unknown_attempt",
    });
    await store.run(closeAttempt, { attempt: { record: { ...attempt, status: "reverted" } } });
    const before = await store.snapshot();
    expect(
      await store.run(markAttempt, { attemptId: attempt.id, status: "sent", nextCheckMs: T0 }),
    ).toEqual({
      ok: false,
      code: "attempt_closed",
    });
    expect(await store.snapshot()).toEqual(before);
  });

  test.each([
    ["confirmed", 7],
    ["reverted", 7],
    ["replaced", 7],
    ["never_sent", null],
  ] as const)(
    "behavior: closing as %s leaves the highest confirmed nonce at %s and the nonce queue free",
    async (status, highestConfirmed) => {
      const store = redis().store();
      const { attempt, vault, agent } = await preparedCall(store);
      const late = newHash();
      await store.run(markAttempt, { attemptId: attempt.id, addHash: late, nextCheckMs: T0 });
      const input = { attempt: { record: { ...attempt, status, blockNumber: "12" } } };
      expect(await store.run(closeAttempt, input)).toEqual({ ok: true, repeated: false });
      const { nonceQueue } = await store.run(loadCallContext, { chainId: 8453, vault });
      expect(nonceQueue).toEqual({ agent, highestConfirmed, highestOpen: null, lowestOpen: null });
      expect(await store.command("HGET", store.keys.attempt(attempt.id), "hashes")).toBe(
        `${attempt.hashes[0]} ${late}`,
      );
      expect((await claim(store, T0 + LEASE_MS)).attempts).toEqual([]);
      const before = await store.snapshot();
      expect(await store.run(closeAttempt, input)).toEqual({ ok: true, repeated: true });
      const other = status === "confirmed" ? "reverted" : "confirmed";
      expect(
        await store.run(closeAttempt, { attempt: { record: { ...attempt, status: other } } }),
      ).toEqual({
        ok: false,
        code: "already_closed",
      });
      expect(await store.snapshot()).toEqual(before);
    },
  );

  test("behavior: a lower nonce confirmed later does not take the highest back", async () => {
    const store = redis().store();
    const { attempt, agent, vault } = await preparedCall(store);
    await store.command("SET", store.keys.nonceQueueConfirmed(8453, agent), 30);
    await store.run(closeAttempt, {
      attempt: { record: { ...attempt, status: "confirmed" }, confirmedNonce: 8 },
    });
    expect(
      (await store.run(loadCallContext, { chainId: 8453, vault })).nonceQueue?.highestConfirmed,
    ).toBe(30);
  });

  test("error: nonce_needed: a direct call below an open one waits, abandoned", async () => {
    const store = redis().store();
    const { attempt, agent } = await preparedCall(store);
    await store.command("ZADD", store.keys.nonceQueueOpen(8453, agent), 8, "later");
    const close = (status: "never_sent" | "replaced") =>
      store.run(closeAttempt, { attempt: { record: { ...attempt, status } } });
    expect(await close("never_sent")).toEqual({ ok: false, code: "nonce_needed" });
    expect((await claim(store, T0 + 101)).attempts).toMatchObject([
      { attempt: { id: attempt.id, status: "prepared" } },
    ]);
    const send = { attemptId: attempt.id, forSend: true as const, nextCheckMs: T0 };
    expect(await store.run(markAttempt, send)).toEqual({ ok: false, code: "abandoned" });
    expect(await close("replaced")).toEqual({ ok: true, repeated: false });
  });

  test("behavior: before a resolver sends, the store allows it and marks it as sent", async () => {
    const store = redis().store();
    const { attempt } = await preparedOrder(store);
    const forSend = { attemptId: attempt.id, forSend: true as const, nextCheckMs: T0 + 9 };
    expect(await store.run(markAttempt, forSend)).toMatchObject({
      ok: true,
      attempt: { status: "sent" },
    });
    expect(await store.run(markAttempt, forSend)).toMatchObject({
      ok: true,
      attempt: { status: "sent" },
    });
  });

  test.each([
    ["order_not_active after a cancel", "order_not_active", cancelHere],
    ["order_not_active after a pause", "order_not_active", pauseHere],
    ["vault_frozen after a freeze", "vault_frozen", freezeHere],
    ["delegation_disabled after a revocation", "delegation_disabled", revokeHere],
    ["not_delegated after its selector was taken", "not_delegated", takeSelectorHere],
    ["agent_mismatch after another agent was confirmed", "agent_mismatch", changeAgentHere],
    ["nonce_being_freed once that was signed", "nonce_being_freed", freeHere],
  ] as const)("error: a resolver may not send: %s", async (_, code, stop) => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    await stop(store, slice);
    const before = await store.snapshot();
    const forSend = { attemptId: slice.attempt.id, forSend: true as const, nextCheckMs: T0 };
    expect(await store.run(markAttempt, forSend)).toEqual({ ok: false, code });
    expect(await store.snapshot()).toEqual(before);
  });

  test("error: a resolver sends a direct call its caller sent, never an unsent one", async () => {
    const store = redis().store();
    const { attempt } = await preparedCall(store);
    const forSend = { attemptId: attempt.id, forSend: true as const, nextCheckMs: T0 };
    expect(await store.run(markAttempt, forSend)).toEqual({ ok: false, code: "caller_gone" });
    await store.run(markAttempt, { attemptId: attempt.id, status: "sent", nextCheckMs: T0 });
    expect(await store.run(markAttempt, forSend)).toMatchObject({ ok: true });
    const never = { attempt: { record: { ...attempt, status: "never_sent" as const } } };
    expect(await store.run(closeAttempt, never)).toEqual({ ok: false, code: "attempt_sent" });
  });

  test("error: a resolver whose lease ended or was taken changes nothing", async () => {
    const store = redis().store();
    const { attempt } = await preparedOrder(store);
    const first = await claim(store, T0 + LEASE_MS + 1);
    const mark = (leaseToken: number, nowMs: number) =>
      store.run(markAttempt, {
        attemptId: attempt.id,
        leaseToken,
        addFreeingHash: newHash(),
        nextCheckMs: T0,
        nowMs,
      });
    const lost = { ok: false, code: "lease_lost" };
    const ends = T0 + 2 * LEASE_MS + 1;
    const before = await store.snapshot();
    expect(await mark(first.token, ends)).toEqual(lost);
    expect(await mark(first.token + 1, ends - 1)).toEqual(lost);
    expect(await store.snapshot()).toEqual(before);
    const second = await claim(store, ends + 1);
    expect(second.attempts).toHaveLength(1);
    expect(await mark(first.token, ends + 2)).toEqual(lost);
    expect(await mark(second.token, ends + 2)).toMatchObject({ ok: true });
    // The mark gave the lease back.
    expect(await mark(second.token, ends + 3)).toEqual(lost);
  });

  test("error: attempt_sent: while its nonce is freed it cannot be given back unsent", async () => {
    const store = redis().store();
    const { attempt } = await preparedCall(store);
    await store.run(markAttempt, {
      attemptId: attempt.id,
      addFreeingHash: newHash(),
      nextCheckMs: T0,
    });
    const never = { attempt: { record: { ...attempt, status: "never_sent" as const } } };
    expect(await store.run(closeAttempt, never)).toEqual({ ok: false, code: "attempt_sent" });
  });

  describe("fillNonce", () => {
    const fillOf = ({ vault, operator, agent }: Party, nonce: number) => {
      const {
        orderId: _,
        sliceNumber: __,
        ...base
      } = attemptOf(vault, operator, agent, { id: `fill:${newHash()}` });
      const hash = newHash();
      return {
        ...base,
        nonce,
        to: agent,
        data: "0x" as const,
        hashes: [hash],
        freeingHashes: [hash],
        status: "sent" as const,
      };
    };
    const fill = (store: TestStore, attempt: ReturnType<typeof fillOf>) =>
      store.run(fillNonce, { attempt, nextCheckMs: T0 + 100 });

    test("default: it holds the hole's nonce, is followed up, gives it to no other", async () => {
      const store = redis().store();
      const call = await preparedCall(store);
      const attempt = fillOf(call, 3);
      expect(await fill(store, attempt)).toEqual({ ok: true });
      const { attempts } = await claim(store, T0 + 101);
      expect(attempts).toMatchObject([
        { attempt: { id: "call:R-1" }, lowestOpen: 3 },
        { attempt, order: null, lowestOpen: 3 },
      ]);
      expect(await fill(store, fillOf(call, 3))).toEqual({ ok: false, code: "nonce_held" });
      expect(await fill(store, fillOf(call, 7))).toEqual({ ok: false, code: "nonce_held" });
      // The call above it is given back; the next one still comes after the fill.
      await store.run(closeAttempt, {
        attempt: { record: { ...call.attempt, status: "never_sent" } },
      });
      const next = { ...call.attempt, id: "call:R-2", nonce: 0 };
      expect(
        await store.run(prepareAttempt, { attempt: next, chainNonce: 0, nextCheckMs: T0 }),
      ).toMatchObject({
        code: "nonce_conflict",
        expectedNonce: 4,
      });
    });

    test("error: not_needed with nothing open above, and only freeing is sent for it", async () => {
      const store = redis().store();
      const call = await preparedCall(store);
      const before = await store.snapshot();
      expect(await fill(store, fillOf(call, 8))).toEqual({ ok: false, code: "not_needed" });
      expect(await store.snapshot()).toEqual(before);
      const attempt = fillOf(call, 6);
      await fill(store, attempt);
      const forSend = { attemptId: attempt.id, forSend: true as const, nextCheckMs: T0 };
      expect(await store.run(markAttempt, forSend)).toEqual({
        ok: false,
        code: "nonce_being_freed",
      });
      const { openHashes } = await store.run(disableDelegation, {
        chainId: 8453,
        vault: call.vault,
      });
      expect(openHashes).toEqual(call.attempt.hashes);
    });
  });

  test("behavior: a higher nonce known to be confirmed is taken over", async () => {
    const store = redis().store();
    const { attempt, vault } = await preparedCall(store);
    await store.run(closeAttempt, {
      attempt: { record: { ...attempt, status: "replaced" }, confirmedNonce: 12 },
    });
    expect(
      (await store.run(loadCallContext, { chainId: 8453, vault })).nonceQueue?.highestConfirmed,
    ).toBe(12);
  });

  test("error: an attempt is not closed past its living order; without it, it is", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const { attempt } = confirmation(slice);
    const before = await store.snapshot();
    expect(await store.run(closeAttempt, { attempt })).toEqual({ ok: false, code: "has_order" });
    expect(
      await store.run(closeAttempt, { attempt: { record: { ...attempt.record, id: "nope" } } }),
    ).toEqual({
      ok: false,
      code: "unknown_attempt",
    });
    expect(await store.snapshot()).toEqual(before);
    await store.command("DEL", store.keys.order(slice.vault, slice.id));
    expect(await store.run(closeAttempt, { attempt })).toMatchObject({ ok: true });
  });
});
