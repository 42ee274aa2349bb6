import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { markBoundForm } from "../../../src/store/vaults/mark-bound-form.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, confirmation, newParty, type Party, preparedOrder } from "./support/steps.ts";

// Holes M3, H3 and H4 of a security review (commit b6399d6), at the scripts themselves: states the
// other files do not have.

async function delegatedParty(
  store: TestStore,
  selectors: Hex[] = ["0x3593564c", "0x2213bc0b"],
): Promise<Party> {
  const party = newParty();
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent, { selectors }),
  });
  return party;
}

const callOf = (
  { vault, operator, agent }: Party,
  nonce: number,
  changes: Partial<Attempt> = {},
): Attempt => {
  const {
    orderId: _,
    sliceNumber: __,
    ...base
  } = attemptOf(vault, operator, agent, { nonce, ...changes });
  return { ...base, id: `call:${vault}:${nonce}` };
};
const prepare = (store: TestStore, attempt: Attempt) =>
  store.run(prepareAttempt, { attempt, chainNonce: 0, nextCheckMs: T0 + 100 });
const forSend = (store: TestStore, { id }: Attempt) =>
  store.run(markAttempt, { attemptId: id, forSend: true, nextCheckMs: T0 + 100 });
const neverSent = (store: TestStore, attempt: Attempt) =>
  store.run(closeAttempt, { attempt: { record: { ...attempt, status: "never_sent" } } });
const ok = { ok: true };

async function prepared(
  store: TestStore,
  party: Party,
  nonce: number,
  changes: Partial<Attempt> = {},
) {
  const attempt = callOf(party, nonce, changes);
  expect(await prepare(store, attempt)).toMatchObject(ok);
  return attempt;
}

/**
 * A direct call that was handed to a node, whose outcome is unknown: a resolver may send it again.
 */
async function sentCall(store: TestStore) {
  const party = await delegatedParty(store);
  const attempt = await prepared(store, party, 0);
  await store.run(markAttempt, { attemptId: attempt.id, status: "sent", nextCheckMs: T0 + 100 });
  return { ...party, attempt };
}
type Sent = Awaited<ReturnType<typeof sentCall>>;

const unchanged = async <T>(store: TestStore, run: () => Promise<T>): Promise<T> => {
  const before = await store.snapshot();
  const answer = await run();
  expect(await store.snapshot()).toEqual(before);
  return answer;
};

eachRedis((redis) => {
  test.each<[string, (store: TestStore, sent: Sent) => Promise<unknown>]>([
    ["vault_frozen", (store, { vault }) => store.run(freezeVault, { chainId: 8453, vault })],
    [
      "delegation_disabled",
      (store, { vault }) => store.run(disableDelegation, { chainId: 8453, vault }),
    ],
    [
      "delegation_disabled",
      (store, { vault }) => store.command("DEL", store.keys.delegation(8453, vault)),
    ],
    [
      "not_delegated",
      (store, { vault }) =>
        store.run(disableDelegation, { chainId: 8453, vault, selectors: ["0x2213bc0b"] }),
    ],
    [
      "agent_mismatch",
      (store, { vault, operator }) =>
        store.run(saveDelegation, { record: delegationOf(vault, operator, newAddress()) }),
    ],
    [
      "nonce_being_freed",
      (store, { attempt }) =>
        store.run(markAttempt, {
          attemptId: attempt.id,
          addFreeingHash: newHash(),
          nextCheckMs: T0,
        }),
    ],
    [
      "attempt_closed",
      (store, { attempt }) =>
        store.run(closeAttempt, { attempt: { record: { ...attempt, status: "replaced" } } }),
    ],
    [
      "unknown_attempt",
      (store, { attempt }) => store.command("DEL", store.keys.attempt(attempt.id)),
    ],
  ])("error: a direct call that was sent is not sent again: %s", async (code, stop) => {
    const store = redis().store();
    const sent = await sentCall(store);
    expect(await forSend(store, sent.attempt)).toMatchObject({
      ok: true,
      attempt: { status: "sent" },
    });
    await stop(store, sent);
    expect(await unchanged(store, () => forSend(store, sent.attempt))).toEqual({ ok: false, code });
  });

  test("error: order_not_active for a gone order, or one awaiting another attempt", async () => {
    const store = redis().store();
    const { attempt, vault, id } = await preparedOrder(store);
    const key = store.keys.order(vault, id);
    await store.command("HSET", key, "attempt", "twap:another");
    expect(await unchanged(store, () => forSend(store, attempt))).toEqual({
      ok: false,
      code: "order_not_active",
    });
    await store.command("HSET", key, "attempt", attempt.id);
    expect(await forSend(store, attempt)).toMatchObject(ok);
    await store.command("DEL", key);
    expect(await unchanged(store, () => forSend(store, attempt))).toEqual({
      ok: false,
      code: "order_not_active",
    });
  });

  test("behavior: leave to send is kept as 'sent', then not closed as never sent", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    expect(await forSend(store, slice.attempt)).toMatchObject(ok);
    const never = { attempt: { record: { ...slice.attempt, status: "never_sent" as const } } };
    expect(
      await unchanged(store, () => store.run(finishSlice, { ...confirmation(slice), ...never })),
    ).toMatchObject({
      ok: false,
      code: "attempt_sent",
    });
  });

  test("behavior: refused sending leaves the attempt prepared, closable as unsent", async () => {
    const store = redis().store();
    const party = await delegatedParty(store);
    const attempt = await prepared(store, party, 0);
    expect(await unchanged(store, () => forSend(store, attempt))).toEqual({
      ok: false,
      code: "caller_gone",
    });
    expect(await neverSent(store, attempt)).toEqual({ ok: true, repeated: false });
  });

  test("behavior: abandoned: lease and place stay until its nonce gap is filled", async () => {
    const store = redis().store();
    const party = await delegatedParty(store);
    const low = await prepared(store, party, 0);
    const high = await prepared(store, party, 1);
    const refusal = { ok: false, code: "nonce_needed" };
    expect(await neverSent(store, { ...low, error: "NAV Shield" })).toEqual(refusal);
    expect(await unchanged(store, () => neverSent(store, { ...low, error: "NAV Shield" }))).toEqual(
      refusal,
    );
    // Even marked as sent by a caller that comes too late, nobody sends it.
    await store.run(markAttempt, { attemptId: low.id, status: "sent", nextCheckMs: T0 + 100 });
    expect(await unchanged(store, () => forSend(store, low))).toEqual({
      ok: false,
      code: "abandoned",
    });
    const { attempts } = await claim(store, T0 + 101);
    expect(attempts.map(({ attempt }) => [attempt.id, attempt.error])).toEqual([
      [low.id, "NAV Shield"],
      [high.id, undefined],
    ]);
    const freeing = newHash();
    const freed = { attemptId: low.id, addFreeingHash: freeing, nextCheckMs: T0 + 100 };
    expect(await store.run(markAttempt, freed)).toMatchObject({
      ok: true,
      attempt: { freeingHashes: [freeing] },
    });
    const replaced = { attempt: { record: { ...low, status: "replaced" as const } } };
    expect(await store.run(closeAttempt, replaced)).toEqual({ ok: true, repeated: false });
    expect(
      (await store.run(loadCallContext, { chainId: 8453, vault: party.vault })).nonceQueue,
    ).toEqual({
      agent: party.agent,
      highestConfirmed: 0,
      lowestOpen: 1,
      highestOpen: 1,
    });
  });

  test("error: lane_full: the ninth open call is refused; one that ends makes room", async () => {
    const store = redis().store();
    const party = await delegatedParty(store);
    const open: Attempt[] = [];
    for (let nonce = 0; nonce < 8; nonce += 1) open.push(await prepared(store, party, nonce));
    const ninth = callOf(party, 8);
    expect(await unchanged(store, () => prepare(store, ninth))).toEqual({
      ok: false,
      code: "lane_full",
    });
    expect(await unchanged(store, () => prepare(store, callOf(party, 99)))).toEqual({
      ok: false,
      code: "lane_full",
    });
    // Another wallet, and the same one on another chain, have nonce queues of their own.
    await prepared(store, await delegatedParty(store), 0);
    const elsewhere = delegationOf(party.vault, party.operator, party.agent, { chainId: 10 });
    await store.run(saveDelegation, { record: elsewhere });
    expect(
      await prepare(store, { ...callOf(party, 0, { chainId: 10 }), id: "call:elsewhere" }),
    ).toMatchObject(ok);
    const [first] = open;
    await store.run(closeAttempt, { attempt: { record: { ...first!, status: "confirmed" } } });
    expect(await prepare(store, ninth)).toMatchObject(ok);
  });

  test.each<[string, Hex[], Hex, boolean]>([
    ["a selector of its own", ["0x3593564c"], "0x2213bc0b00", false],
    ["no selector at all", [], "0x2213bc0b00", false],
    ["the selector, in other letters", ["0x2213BC0B"], "0x2213bc0b00", true],
    ["the selector alone, without arguments", ["0x2213bc0b"], "0x2213bc0b", true],
    ["three bytes of it", ["0x2213bc0b"], "0x2213bc", false],
    ["empty calldata", ["0x2213bc0b"], "0x", false],
  ])(
    "behavior: prepare asks for the delegated selector: %s",
    async (_, selectors, data, allowed) => {
      const store = redis().store();
      const party = await delegatedParty(store, selectors);
      const attempt = callOf(party, 0, { data });
      if (allowed) expect(await prepare(store, attempt)).toMatchObject(ok);
      else
        expect(await unchanged(store, () => prepare(store, attempt))).toEqual({
          ok: false,
          code: "not_delegated",
        });
    },
  );

  test("behavior: disableDelegation names agent hashes maybe out, lowest nonce first", async () => {
    const store = redis().store();
    const party = await delegatedParty(store);
    const { vault } = party;
    const off = async (selectors?: Hex[]) =>
      (
        await store.run(disableDelegation, {
          chainId: 8453,
          vault,
          ...(selectors && { selectors }),
        })
      ).openHashes;
    expect(await off(["0xffffffff"])).toEqual([]);
    const first = await prepared(store, party, 0);
    const second = await prepared(store, party, 1);
    const [bumped, freeing] = [newHash(), newHash()];
    await store.run(markAttempt, { attemptId: first.id, addHash: bumped, nextCheckMs: T0 });
    // Of a transaction that does nothing there is nothing to warn of.
    await store.run(markAttempt, {
      attemptId: second.id,
      addFreeingHash: freeing,
      nextCheckMs: T0,
    });
    await prepared(store, await delegatedParty(store), 0);
    const out = [...first.hashes, bumped, ...second.hashes];
    expect(await off(["0xffffffff"])).toEqual(out);
    expect(await off()).toEqual(out);
    // Asked again, when it is off already, it says the same.
    expect(await off()).toEqual(out);
    await store.run(closeAttempt, { attempt: { record: { ...first, status: "confirmed" } } });
    expect(await off()).toEqual(second.hashes);
  });

  test("behavior: markBoundForm: one endless key, operator in any case; again none", async () => {
    const store = redis().store();
    const operator = newAddress();
    expect(
      await store.run(markBoundForm, { operator: `0x${operator.slice(2).toUpperCase()}` }),
    ).toEqual(ok);
    expect(await store.snapshot()).toEqual({ [`bound-form:${operator}`]: "1" });
    expect(await store.command("PTTL", store.keys.boundForm(operator))).toBe(-1);
    expect(await unchanged(store, () => store.run(markBoundForm, { operator }))).toEqual(ok);
    const { boundSeen } = await store.run(loadCallContext, {
      chainId: 8453,
      vault: newAddress(),
      operator,
    });
    expect(boundSeen).toBe(true);
  });
});
