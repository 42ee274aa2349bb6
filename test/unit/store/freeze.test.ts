import { describe, expect, test } from "vitest";
import { fillNonce } from "../../../src/store/attempts/fill-nonce.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { confirmation, newParty, type Party, preparedOrder } from "./support/steps.ts";

const MINUTE = 60_000;
const freeze = (store: TestStore, { vault, operator }: Party) =>
  store.run(freezeVault, { chainId: 8453, vault, operator });
const unfreeze = (store: TestStore, { vault, operator }: Party, messageHash: string, nowMs = T0) =>
  store.run(unfreezeVault, { chainId: 8453, vault, operator, messageHash, nowMs });
const isFrozen = async (store: TestStore, { vault }: Party) =>
  (await store.run(loadCallContext, { chainId: 10, vault })).frozen;

eachRedis((redis) => {
  describe("freeze", () => {
    test("behavior: it names open hashes of agent wallets on any chain until known", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store);
      const replacement = newHash();
      await store.run(markAttempt, {
        attemptId: slice.attempt.id,
        addHash: replacement,
        nextCheckMs: T0,
      });
      // A direct call on another chain, where the delegation has another agent.
      const other = newParty().agent;
      await store.run(saveDelegation, {
        record: delegationOf(slice.vault, slice.operator, other, { chainId: 10 }),
      });
      const {
        orderId: _,
        sliceNumber: __,
        ...call
      } = attemptOf(slice.vault, slice.operator, other, { chainId: 10 });
      const elsewhere = { ...call, id: `call:${slice.vault}` };
      expect(
        await store.run(prepareAttempt, {
          attempt: elsewhere,
          chainNonce: elsewhere.nonce,
          nextCheckMs: T0,
        }),
      ).toMatchObject({ ok: true });
      const { changed, openHashes } = await freeze(store, slice);
      expect([changed, [...openHashes].sort()]).toEqual([
        true,
        [...slice.attempt.hashes, replacement, ...elsewhere.hashes].sort(),
      ]);
      await store.run(finishSlice, confirmation(slice));
      expect(await freeze(store, slice)).toEqual({ changed: false, openHashes: elsewhere.hashes });
      expect(await isFrozen(store, slice)).toBe(true);
    });

    test("behavior: what only fills a nonce hole is unnamed, as is another vault's", async () => {
      const store = redis().store();
      const slice = await preparedOrder(store, newParty(), { nonce: 3 });
      await preparedOrder(store);
      const hash = newHash();
      const fill = {
        ...slice.attempt,
        id: `fill:${slice.vault}`,
        nonce: 2,
        hashes: [hash],
        freeingHashes: [hash],
      };
      const { orderId: _, sliceNumber: __, ...attempt } = fill;
      expect(await store.run(fillNonce, { attempt, nextCheckMs: T0 })).toEqual({ ok: true });
      expect((await freeze(store, slice)).openHashes).toEqual(slice.attempt.hashes);
    });
  });

  describe("unfreeze", () => {
    test("behavior: one message lifts one freeze; used again later, it lifts none", async () => {
      const store = redis().store();
      const party = newParty();
      await freeze(store, party);
      expect(await unfreeze(store, party, "0xa1")).toEqual({ ok: true, changed: true });
      await freeze(store, party);
      const before = await store.snapshot();
      for (const later of [0, MINUTE, 6 * MINUTE])
        expect(await unfreeze(store, party, "0xa1", T0 + later)).toEqual({
          ok: false,
          code: "signature_used",
        });
      expect(await store.snapshot()).toEqual(before);
      expect(await isFrozen(store, party)).toBe(true);
      expect(await unfreeze(store, party, "0xa2")).toEqual({ ok: true, changed: true });
      expect(await isFrozen(store, party)).toBe(false);
    });

    test("behavior: of many at once with one message, one unfreezes", async () => {
      const store = redis().store();
      const party = newParty();
      await freeze(store, party);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => unfreeze(store, party, "0xb1")),
      );
      expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, changed: true }]);
      expect(answers.filter(({ ok }) => !ok)).toEqual(
        Array(7).fill({ ok: false, code: "signature_used" }),
      );
    });

    test("behavior: on a vault that is not frozen it is used up as well", async () => {
      const store = redis().store();
      const party = newParty();
      expect(await unfreeze(store, party, "0xc1")).toEqual({ ok: true, changed: false });
      await freeze(store, party);
      expect(await unfreeze(store, party, "0xc1")).toEqual({ ok: false, code: "signature_used" });
    });

    test("behavior: no caller uses up another operator's message; use is kept longer", async () => {
      const store = redis().store();
      const [party, other] = [newParty(), newParty()];
      await freeze(store, party);
      expect(await unfreeze(store, other, "0xd1")).toEqual({ ok: true, changed: false });
      expect(
        await unfreeze(
          store,
          { ...party, operator: `0x${party.operator.slice(2).toUpperCase()}` },
          "0xd1",
        ),
      ).toEqual({ ok: true, changed: true });
      // Five minutes, and one that a signer's clock may be ahead.
      const ttlMs = Number(
        await store.command("PTTL", store.keys.signedAction(party.operator, "0xd1")),
      );
      expect(ttlMs).toBeGreaterThan(6 * MINUTE);
      expect(ttlMs).toBeLessThanOrEqual(60 * MINUTE);
    });
  });
});
