import type { Hex } from "viem";
import { afterEach, describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordForgotten } from "../../../src/store/attempts/record-forgotten.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { appendAudit } from "../../../src/store/audit/lua-audit.ts";
import { readAudit } from "../../../src/store/audit/read-audit.ts";
import { saveAuditSeals } from "../../../src/store/audit/save-audit-seals.ts";
import type { ReadCall, StoreScript } from "../../../src/store/kernel/define-script.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { claimFreed } from "../../../src/store/orders/claim-freed.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { pauseAllOrders, pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { recordWaiting } from "../../../src/store/orders/record-waiting.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { tellMissedTicks } from "../../../src/store/orders/tell-missed-ticks.ts";
import { settleOutbox } from "../../../src/store/outbox/settle-outbox.ts";
import { takeOutbox } from "../../../src/store/outbox/take-outbox.ts";
import { beginPairing } from "../../../src/store/pairing/begin-pairing.ts";
import { claimUpdate } from "../../../src/store/pairing/claim-update.ts";
import { finishPairing } from "../../../src/store/pairing/finish-pairing.ts";
import { unpair } from "../../../src/store/pairing/unpair.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { markBoundForm } from "../../../src/store/vaults/mark-bound-form.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { newOrders } from "../../support/new-orders.ts";
import { eachRedis } from "./support/each-redis.ts";
import { FREE_PACE } from "./support/free-pace.ts";
import { OF_TELEGRAM } from "./support/of-telegram.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { delegationOf, eventOf, orderOf, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  attemptFor,
  claimedOrder,
  confirmation,
  LEASE_MS,
  LIMITS,
  type Party,
  preparedOrder,
} from "./support/steps.ts";

const BASE = [8453] as const;
const NOTE = { id: "n", dueMs: T0, payload: { text: "x" } };
/** The same in every store, so that two stores can be compared. */
const PARTY: Party = {
  vault: `0x${"a1".repeat(20)}`,
  operator: `0x${"b2".repeat(20)}`,
  agent: `0x${"c3".repeat(20)}`,
};
const { vault, operator, agent } = PARTY;
const HASH: Hex = `0x${"d4".repeat(32)}`;

type Call = (requestId: string, nowMs?: number) => Promise<unknown>;
/** Brings a fresh store to where the script does something; the call does it. */
type Scene = (store: TestStore) => Promise<Call>;

const scene =
  <Input extends ReadCall & { requestId: string }, Output>(
    script: StoreScript<Input, Output>,
    setup: (store: TestStore) => Promise<Omit<Input, "requestId" | "nowMs">>,
  ): Scene =>
  async (store) => {
    const input = await setup(store);
    return (requestId, nowMs = T0 + 5) =>
      store.run(script, { ...input, requestId, nowMs } as unknown as Input);
  };

const claimedHere = (store: TestStore) => claimedOrder(store, PARTY);
const preparedHere = (store: TestStore) => preparedOrder(store, PARTY, { hashes: [HASH] });
const finishOf = (slice: Awaited<ReturnType<typeof preparedOrder>>) => ({
  ...confirmation(slice),
  event: eventOf(),
  outbox: [{ ...NOTE, operator }],
});
const withNote = async (store: TestStore) =>
  void (await store.run(finishSlice, finishOf(await preparedHere(store))));
const withPairedNote = async (store: TestStore) => {
  await pairTelegram(store, operator, '{"chatId":"1"}');
  await withNote(store);
};
const withTakenNote = async (store: TestStore) => {
  await withPairedNote(store);
  const { leaseUntilMs } = await store.run(takeOutbox, {
    ...OF_TELEGRAM,
    nowMs: T0 + 1,
    limit: 5,
    leaseMs: 1_000,
    pace: FREE_PACE,
  });
  const nothing = { delivered: [], refused: [], failed: [] };
  const chats = [{ chatId: "1", operators: [operator], nextMs: T0 + 77, goesOn: true }];
  return { channel: "telegram", chats, leaseUntilMs, maxTries: 5, ...nothing };
};
const withCall = async (store: TestStore) => {
  await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
  const attempt = attemptFor({ ...PARTY, id: 1 }, { id: "call:1", hashes: [HASH] });
  await store.run(prepareAttempt, { attempt, chainNonce: 0, nextCheckMs: T0 });
  return attempt;
};
/** A setup whose call does not depend on it. */
const after =
  <T>(step: (store: TestStore) => Promise<unknown>, input: T) =>
  async (store: TestStore): Promise<T> => {
    await step(store);
    return input;
  };
const FROZEN = { kind: "vault_frozen" as const, actor: operator };
const ofOrder = { vault, chainIds: BASE, id: 1, operator };
const CODE = "f6".repeat(32);
const withPairing = async (store: TestStore) => {
  await store.run(beginPairing, {
    channel: "telegram",
    operator,
    vault,
    chainId: 8453 as const,
    codeHash: CODE,
    messageHash: "0xb1",
  });
  await store.run(finishPairing, { channel: "telegram", chatId: "7", codeHash: CODE });
};

const SCENES: Record<string, Scene> = {
  createOrder: scene(createOrder, async () => newOrders.twap(orderOf(vault, operator))),
  cancelOrders: scene(
    cancelOrders,
    after(preparedHere, { ...ofOrder, kind: "twap" as const, id: 0 }),
  ),
  pauseOrder: scene(pauseOrder, after(claimedHere, { ...ofOrder, kind: "twap" as const })),
  pauseAllOrders: scene(
    pauseAllOrders,
    after(claimedHere, { kind: "twap" as const, vault, chainIds: BASE, operator }),
  ),
  resumeOrder: scene(resumeOrder, async (store) => {
    await claimedHere(store);
    await store.run(pauseOrder, { ...ofOrder, kind: "twap" });
    return { ...ofOrder, dueMs: T0 + 9, ...LIMITS };
  }),
  claimDue: scene(claimDue, async (store) => {
    await store.run(createOrder, newOrders.twap(orderOf(vault, operator)));
    await withCall(store);
    return { limit: 10, leaseMs: LEASE_MS, chainIds: BASE, jti: "j" };
  }),
  "claimDue of a tick after an outage": scene(claimDue, async (store) => {
    await store.command("SET", store.keys.lastTick(), T0 - 700_000);
    return { limit: 10, leaseMs: LEASE_MS, chainIds: BASE, jti: "j", lateAfterMs: 600_000 };
  }),
  claimFreed: scene(claimFreed, async (store) => {
    const prepared = await preparedHere(store);
    await store.run(finishSlice, { ...finishOf(prepared), dueMs: T0 });
    return { token: 9, leaseMs: LEASE_MS, orders: [prepared.order] };
  }),
  tellMissedTicks: scene(tellMissedTicks, async (store) => {
    await store.run(createOrder, newOrders.twap(orderOf(vault, operator)));
    await pairTelegram(store, operator, '{"chatId":"1"}');
    return { lastTickMs: T0 - 700_000, limit: 10 };
  }),
  prepareAttempt: scene(prepareAttempt, async (store) => {
    const slice = await claimedHere(store);
    return {
      attempt: attemptFor(slice, { hashes: [HASH] }),
      chainNonce: 0,
      nextCheckMs: T0 + LEASE_MS,
      order: slice.guard,
    };
  }),
  markAttempt: scene(markAttempt, async (store) => {
    const { id } = await withCall(store);
    const alarm = { ...NOTE, operator };
    return {
      attemptId: id,
      status: "sent" as const,
      addHash: `0x${"e5".repeat(32)}` as const,
      nextCheckMs: T0 + 7,
      alarm,
    };
  }),
  finishSlice: scene(finishSlice, async (store) => ({
    ...finishOf(await preparedHere(store)),
    nav: { unitaryValue: "5" },
  })),
  "finishSlice under its lease": scene(finishSlice, async (store) => {
    const { guard, order } = await claimedHere(store);
    return {
      guard: { leaseToken: guard.leaseToken },
      expectedVersion: guard.version,
      order,
      dueMs: T0,
      event: eventOf(),
      outbox: [{ ...NOTE, operator }],
    };
  }),
  recordWaiting: scene(recordWaiting, async (store) => {
    const { guard, order } = await claimedHere(store);
    const waiting = { reason: "lane_full" as const, sinceMs: T0, toldAt: T0 + 5 };
    return { order, leaseToken: guard.leaseToken, waiting, alarm: { ...NOTE, operator } };
  }),
  closeAttempt: scene(closeAttempt, async (store) => ({
    attempt: { record: { ...(await withCall(store)), status: "reverted" as const } },
  })),
  saveSetting: scene(saveSetting, async () => ({
    operator,
    field: "swapShieldBps" as const,
    value: 900,
    ttlMs: 600_000,
    expected: { vault, chainId: 8453 as const, was: 500 },
  })),
  saveDelegation: scene(saveDelegation, async () => ({
    record: delegationOf(vault, operator, agent),
  })),
  disableDelegation: scene(
    disableDelegation,
    after(withCall, { chainId: 8453 as const, vault, operator, selectors: ["0x3593564c"] }),
  ),
  recordForgotten: scene(recordForgotten, async (store) => {
    await store.run(saveDelegation, {
      record: delegationOf(vault, operator, agent),
      chainNonce: 0,
    });
    return { chainId: 8453 as const, vault, agent, chainNonce: 1, alarm: { ...NOTE, operator } };
  }),
  recordNav: scene(recordNav, async () => ({ chainId: 8453 as const, vault, unitaryValue: "9" })),
  freezeVault: scene(freezeVault, async () => ({ chainId: 8453 as const, vault, operator })),
  unfreezeVault: scene(
    unfreezeVault,
    after((store) => store.run(freezeVault, { chainId: 8453, vault }), {
      chainId: 8453 as const,
      vault,
      operator,
      messageHash: HASH,
    }),
  ),
  appendAudit: scene(appendAudit, async () => ({ chainId: 8453 as const, vault, facts: FROZEN })),
  saveAuditSeals: scene(saveAuditSeals, async (store) => {
    for (let i = 0; i < 100; i++)
      await store.run(appendAudit, { chainId: 8453, vault, facts: FROZEN });
    const { link } = await store.run(readAudit, { chainId: 8453, vault, from: 100, limit: 1 });
    const state = {
      n: 100,
      first: 1,
      link: link ?? "",
      rolling: "0".repeat(64),
      at: T0,
      agent,
      keyVersion: 1,
    };
    return {
      chainId: 8453 as const,
      vault,
      seals: [{ ...state, signature: `0x${"1b".repeat(65)}` as const }],
      kept: 10_000,
    };
  }),
  markBoundForm: scene(markBoundForm, async () => ({ operator })),
  "markAttempt before sending": scene(markAttempt, async (store) => ({
    attemptId: (await preparedHere(store)).attempt.id,
    forSend: true as const,
    nextCheckMs: T0 + 7,
  })),
  takeOutbox: scene(
    takeOutbox,
    after(withPairedNote, { ...OF_TELEGRAM, limit: 5, leaseMs: 1_000, pace: FREE_PACE }),
  ),
  "settleOutbox, delivered": scene(settleOutbox, async (store) => ({
    ...(await withTakenNote(store)),
    delivered: ["n"],
  })),
  "settleOutbox, failed": scene(settleOutbox, async (store) => ({
    ...(await withTakenNote(store)),
    failed: ["n"],
  })),
  "settleOutbox, refused": scene(settleOutbox, async (store) => ({
    ...(await withTakenNote(store)),
    refused: ["n"],
  })),
  beginPairing: scene(
    beginPairing,
    after(
      (store) =>
        store.run(beginPairing, {
          channel: "telegram",
          operator,
          vault,
          chainId: 8453 as const,
          codeHash: "07".repeat(32),
          messageHash: HASH,
        }),
      {
        channel: "telegram",
        operator,
        vault,
        chainId: 8453 as const,
        codeHash: CODE,
        messageHash: "0xb2",
      },
    ),
  ),
  finishPairing: scene(
    finishPairing,
    after(
      (store) =>
        store.run(beginPairing, {
          channel: "telegram",
          operator,
          vault,
          chainId: 8453 as const,
          codeHash: CODE,
          messageHash: HASH,
        }),
      { channel: "telegram", chatId: "7", codeHash: CODE },
    ),
  ),
  "finishPairing in another chat": scene(
    finishPairing,
    after(
      async (store) => {
        await withPairing(store);
        await store.run(beginPairing, {
          ...{ channel: "telegram", operator, vault, chainId: 8453 as const },
          ...{ codeHash: CODE, messageHash: "0xb2" },
        });
      },
      { channel: "telegram", chatId: "8", codeHash: CODE },
    ),
  ),
  "finishPairing, a wrong try": scene(finishPairing, async () => ({
    channel: "telegram",
    chatId: "7",
    codeHash: CODE,
  })),
  unpair: scene(
    unpair,
    after(withPairing, {
      channel: "telegram",
      operator,
      vault,
      chainId: 8453 as const,
      messageHash: HASH,
    }),
  ),
  claimUpdate: scene(claimUpdate, async () => ({ channel: "telegram", updateId: 42, chatId: "7" })),
};

eachRedis((redis) => {
  afterEach(() => redis().proxy.clearHooks());

  describe.each(Object.entries(SCENES))("%s", (_, prepareScene) => {
    test("behavior: a request id repeated later answers alike and changes nothing", async () => {
      const store = redis().store();
      const call = await prepareScene(store);
      const before = await store.snapshot();
      const first = await call("id");
      const after = await store.snapshot();
      expect(after).not.toEqual(before);
      expect(await call("id")).toEqual(first);
      expect(await call("id", T0 + 60_000)).toEqual(first);
      expect(await store.snapshot()).toEqual(after);
    });

    test("behavior: when the answer is lost and the client resends, it is done once", async () => {
      const undisturbed = redis().store();
      const expected = await (await prepareScene(undisturbed))("id");
      const store = redis().store();
      const call = await prepareScene(store);
      let lost = 0;
      redis().proxy.after(async () => (lost++ === 0 ? "drop" : undefined));
      redis().proxy.reset();
      expect(await call("id")).toEqual(expected);
      expect(redis().proxy.log().length).toBe(2);
      expect(await store.snapshot()).toEqual(await undisturbed.snapshot());
    });
  });

  test("error: a request id used for another input is refused and changes nothing", async () => {
    const store = redis().store();
    const input = { requestId: "id", chainId: 8453 as const, vault, unitaryValue: "1" };
    await store.run(recordNav, input);
    const before = await store.snapshot();
    const error = await store
      .run(recordNav, { ...input, unitaryValue: "2" })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "internal_error" });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: two scripts may share a request id", async () => {
    const store = redis().store();
    expect(await store.run(freezeVault, { requestId: "id", chainId: 8453, vault })).toMatchObject({
      changed: true,
    });
    const lift = { requestId: "id", chainId: 8453 as const, vault, messageHash: HASH };
    expect(await store.run(unfreezeVault, lift)).toMatchObject({ changed: true });
  });

  test("behavior: an answer is remembered for ten minutes", async () => {
    const store = redis().store();
    await store.run(freezeVault, { requestId: "id", chainId: 8453, vault });
    const ttlMs = Number(await store.command("PTTL", store.keys.request("freeze-vault", "id")));
    expect(ttlMs).toBeGreaterThan(590_000);
    expect(ttlMs).toBeLessThanOrEqual(600_000);
  });

  test("error: a writing script without a request id is not sent", async () => {
    redis().proxy.reset();
    await expect(
      redis().store().run(freezeVault, { requestId: "", chainId: 8453, vault }),
    ).rejects.toThrow("request id");
    expect(redis().proxy.log()).toEqual([]);
  });
});
