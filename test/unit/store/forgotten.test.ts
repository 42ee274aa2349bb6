import { expect, test } from "vitest";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordForgotten } from "../../../src/store/attempts/record-forgotten.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { attemptOf, delegationOf, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

// Decision D33: the chain's count of an agent's transactions is more than the store remembers.

const confirm = async (
  store: TestStore,
  { vault, operator, agent }: Party,
  chainNonce: number | undefined,
) => {
  await pairTelegram(store, operator);
  return store.run(saveDelegation, { record: delegationOf(vault, operator, agent), chainNonce });
};
const callOf = ({ vault, operator, agent }: Party, nonce: number) => {
  const { orderId: _, sliceNumber: __, ...base } = attemptOf(vault, operator, agent, { nonce });
  return { ...base, id: `call:${vault}:${nonce}` };
};
const prepare = (store: TestStore, party: Party, nonce: number, chainNonce: number) =>
  store.run(prepareAttempt, { attempt: callOf(party, nonce), chainNonce, nextCheckMs: T0 });
const record = (
  store: TestStore,
  { vault, operator, agent }: Party,
  chainNonce: number,
  attemptId?: string,
) =>
  store.run(recordForgotten, {
    chainId: 8453,
    vault,
    agent,
    chainNonce,
    attemptId,
    alarm: { id: `lost:${chainNonce}`, operator, dueMs: T0, payload: { what: "lost" } },
  });
/** A wallet's first call, written down and confirmed. */
async function endedCall(store: TestStore) {
  const party = newParty();
  await confirm(store, party, 0);
  await prepare(store, party, 0, 0);
  const attempt = callOf(party, 0);
  await store.run(closeAttempt, {
    attempt: { record: { ...attempt, status: "confirmed" }, confirmedNonce: 0 },
  });
  return { store, party, attempt };
}
const alarms = async (store: TestStore): Promise<unknown> =>
  store.command("HKEYS", store.keys.outbox("telegram"));
const FORGOT = { ok: false, code: "lane_forgot" };

eachRedis((redis) => {
  test.each([
    ["a new wallet", 0],
    ["a wallet that was used before", 7],
  ])(
    "behavior: after the first confirmation of %s its next nonce is right, one more is forgotten",
    async (_, chainNonce) => {
      const store = redis().store();
      const party = newParty();
      await confirm(store, party, chainNonce);
      const before = await store.snapshot();
      expect(await prepare(store, party, chainNonce + 1, chainNonce + 1)).toEqual(FORGOT);
      expect(await store.snapshot()).toEqual(before);
      expect(await prepare(store, party, chainNonce, chainNonce)).toMatchObject({ ok: true });
    },
  );

  test.each(["open", "confirmed", "reverted", "replaced"] as const)(
    "behavior: what an attempt that is %s used up is remembered, the one after it is not",
    async (status) => {
      const store = redis().store();
      const party = newParty();
      await confirm(store, party, 0);
      await prepare(store, party, 0, 0);
      if (status !== "open")
        await store.run(closeAttempt, {
          attempt: { record: { ...callOf(party, 0), status }, confirmedNonce: 0 },
        });
      expect(await prepare(store, party, 2, 2)).toEqual(FORGOT);
      const next = { attempt: callOf(party, 1), chainNonce: 1, nextCheckMs: T0 };
      const explained = status === "open" ? [callOf(party, 0).id] : [];
      expect(await store.run(prepareAttempt, { ...next, explained })).toMatchObject({ ok: true });
    },
  );

  test("behavior: a node that lags behind the nonce queue is no sign of anything", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 5);
    expect(await prepare(store, party, 5, 0)).toMatchObject({ ok: true });
  });

  test("behavior: confirming again, even if revoked, does not excuse the forgotten", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    await store.run(disableDelegation, { chainId: 8453, vault: party.vault });
    await confirm(store, party, 1);
    expect(await prepare(store, party, 1, 1)).toEqual(FORGOT);
  });

  test("default: recorded it freezes vault, tells once; lifted, chain's count stands", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    expect(await record(store, party, 3)).toEqual({ frozen: true });
    expect(await alarms(store)).toEqual(["lost:3"]);
    const before = await store.snapshot();
    const { events } = await store.run(readEvents, { vault: party.vault });
    expect(events).toEqual([
      { type: "freeze", timestamp: T0, chainId: 8453, frozen: true, by: "forgotten" },
    ]);
    expect(await record(store, party, 3)).toEqual({ frozen: true });
    expect(await store.snapshot()).toEqual(before);
    expect(await prepare(store, party, 3, 3)).toEqual({ ok: false, code: "vault_frozen" });
    await store.run(unfreezeVault, { chainId: 8453, vault: party.vault, messageHash: "0x1" });
    expect(await prepare(store, party, 3, 3)).toMatchObject({ ok: true });
  });

  test("behavior: for a vault frozen by its operator the notification is sent, once", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    await store.run(freezeVault, { chainId: 8453, vault: party.vault });
    expect(await record(store, party, 1)).toEqual({ frozen: true });
    expect(await record(store, party, 1)).toEqual({ frozen: true });
    expect(await alarms(store)).toEqual(["lost:1"]);
  });

  test("default: an open attempt notifies its operator once; the nonce queue stays", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    await prepare(store, party, 0, 0);
    const attempt = callOf(party, 0);
    expect(await record(store, party, 1, attempt.id)).toEqual({ frozen: true });
    expect(await alarms(store)).toEqual(["lost:1"]);
    const before = await store.snapshot();
    expect(await record(store, party, 1, attempt.id)).toEqual({ frozen: true });
    expect(await store.snapshot()).toEqual(before);
    await store.run(closeAttempt, {
      attempt: { record: { ...attempt, status: "replaced" }, confirmedNonce: 0 },
    });
    await store.run(unfreezeVault, { chainId: 8453, vault: party.vault, messageHash: "0x1" });
    // Whoever lifted the freeze accepted the chain as it stands.
    expect(await record(store, party, 1, attempt.id)).toEqual({ frozen: false });
    expect(await prepare(store, party, 1, 1)).toMatchObject({ ok: true });
  });

  test("behavior: an attempt that is unknown or has ended freezes nothing", async () => {
    const { store, party, attempt } = await endedCall(redis().store());
    const before = await store.snapshot();
    expect(await record(store, party, 1, attempt.id)).toEqual({ frozen: false });
    expect(await record(store, party, 1, "call:nobody")).toEqual({ frozen: false });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: a rewritten attempt is notified once, also when it has ended", async () => {
    const { store, party, attempt } = await endedCall(redis().store());
    const { vault, operator, agent } = party;
    const alarm = { id: "lost:again", operator, dueMs: T0, payload: { what: "lost" } };
    const again = {
      chainId: 8453,
      vault,
      agent,
      chainNonce: 1,
      attemptId: attempt.id,
      isRewritten: true,
      alarm,
    } as const;
    expect(await store.run(recordForgotten, again)).toEqual({ frozen: true });
    expect(await alarms(store)).toEqual(["lost:again"]);
    const before = await store.snapshot();
    expect(await store.run(recordForgotten, again)).toEqual({ frozen: true });
    expect(await store.snapshot()).toEqual(before);
  });

  test("error: attempt_rewritten for the end of other bytes than are written down", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    await prepare(store, party, 0, 0);
    const record = { ...callOf(party, 0), status: "confirmed" as const };
    const before = await store.snapshot();
    for (const other of [{ hashes: [newHash()] }, { freeingHashes: [newHash()] }])
      expect(
        await store.run(closeAttempt, { attempt: { record: { ...record, ...other } } }),
      ).toEqual({
        ok: false,
        code: "attempt_rewritten",
      });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: if an open attempt's nonce is used, it must be shown it was by it", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    const open = callOf(party, 0);
    await store.run(prepareAttempt, { attempt: open, chainNonce: 0, nextCheckMs: T0 });
    const before = await store.snapshot();
    expect(await prepare(store, party, 1, 1)).toEqual({
      ok: false,
      code: "lane_unclear",
      unclear: [{ id: open.id, hashes: open.hashes }],
    });
    expect(await store.snapshot()).toEqual(before);
    const next = { attempt: callOf(party, 1), nextCheckMs: T0 };
    expect(
      await store.run(prepareAttempt, { ...next, chainNonce: 1, explained: ["call:another"] }),
    ).toMatchObject({
      code: "lane_unclear",
    });
    expect(
      await store.run(prepareAttempt, { ...next, chainNonce: 1, explained: [open.id] }),
    ).toMatchObject({
      ok: true,
    });
  });

  test("behavior: open attempts at nonces that are not used need no explanation", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 0);
    await prepare(store, party, 0, 0);
    expect(await prepare(store, party, 1, 0)).toMatchObject({ ok: true });
  });

  test("behavior: a count that the nonce queue explains freezes nothing", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, 4);
    const before = await store.snapshot();
    expect(await record(store, party, 4)).toEqual({ frozen: false });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: a nonce queue of which nothing is known begins where the chain is", async () => {
    const store = redis().store();
    const party = newParty();
    await confirm(store, party, undefined);
    expect(await prepare(store, party, 9, 9)).toMatchObject({ ok: true });
  });
});
