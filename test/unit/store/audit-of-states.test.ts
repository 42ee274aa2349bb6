import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { appendAudit } from "../../../src/store/audit/lua-audit.ts";
import { readAudit } from "../../../src/store/audit/read-audit.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { auditSlice } from "../../../src/twap/twap-order-rules.ts";
import { eachRedis } from "./support/each-redis.ts";
import { delegationOf, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  attemptFor,
  claimedOrder,
  confirmation,
  create,
  LIMITS,
  newParty,
  preparedOrder,
} from "./support/steps.ts";

const BASE = [8453] as const;

/** The log as its readers see it; every link and number is judged on the way, by node:crypto. */
async function logOf(store: TestStore, vault: string): Promise<Record<string, unknown>[]> {
  const {
    entries,
    n,
    link: head,
  } = await store.run(readAudit, { chainId: 8453, vault, from: 1, limit: 1_000 });
  let link = "0".repeat(40);
  for (const [i, { link: own, at, orderId, content }] of entries.entries()) {
    const digest = createHash("sha256").update(content).digest("hex");
    link = createHash("sha1")
      .update(`${link}:${i + 1}:${at}:${orderId ?? ""}:${digest}`)
      .digest("hex");
    expect(own).toBe(link);
  }
  expect([n, head ?? "0".repeat(40)]).toEqual([entries.length, link]);
  return entries.map(({ orderId, content }) => ({
    ...(orderId !== null && { of: orderId }),
    ...JSON.parse(content),
  }));
}
const kindsOf = async (store: TestStore, vault: string) =>
  (await logOf(store, vault)).map(({ kind }) => kind);

eachRedis((redis) => {
  test("default: a slice leaves its order, delegation, signature and one end", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const { vault, operator, agent, attempt } = slice;
    await store.run(finishSlice, confirmation(slice));
    expect(await logOf(store, vault)).toEqual([
      {
        of: slice.id,
        kind: "order_created",
        actor: operator,
        side: "sell",
        sellToken: slice.order.sellTokenAddress,
        buyToken: slice.order.buyTokenAddress,
        totalBase: slice.order.totalBase,
        sliceCount: 5,
        intervalMinutes: 5,
        dex: "0x",
        autoExecute: true,
      },
      {
        kind: "delegation_confirmed",
        actor: operator,
        agent,
        selectors: ["0x3593564c", "0x2213bc0b"],
      },
      {
        kind: "attempt_opened",
        actor: "scheduler",
        attempt: attempt.id,
        orderId: slice.id,
        sliceNumber: 1,
        agent,
        nonce: 0,
        hash: attempt.hashes[0],
        selector: "0x2213bc0b",
        gas: "500000",
        maxFeePerGas: "40000000",
        maxPriorityFeePerGas: "1000000",
      },
      { kind: "attempt_ended", attempt: attempt.id, status: "confirmed" },
    ]);
  });

  test("behavior: an attempt ends once in the log, however often, whoever closes it", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const ended = async () =>
      (await kindsOf(store, slice.vault)).filter((kind) => kind === "attempt_ended").length;
    await store.run(finishSlice, { ...confirmation(slice), expectedVersion: 99 });
    expect(await ended()).toBe(0);
    await store.run(finishSlice, confirmation(slice));
    await store.run(finishSlice, confirmation(slice));
    const other = { ...slice.attempt, status: "reverted" as const };
    await store.run(closeAttempt, { attempt: { record: other } });
    await store.run(finishSlice, { ...confirmation(slice), attempt: { record: other } });
    expect(await ended()).toBe(1);
  });

  test("behavior: a new signature is recorded with fees; repeats and marks are not", async () => {
    const store = redis().store();
    const { vault, attempt } = await preparedOrder(store);
    const before = (await logOf(store, vault)).length;
    const fees = { maxFeePerGas: "50000000", maxPriorityFeePerGas: "2000000" };
    const [addHash, addFreeingHash] = [newHash(), newHash()];
    const mark = { attemptId: attempt.id, nextCheckMs: T0 + 1_000 };
    for (let i = 0; i < 2; i++) await store.run(markAttempt, { ...mark, addHash, fees });
    for (let i = 0; i < 2; i++) await store.run(markAttempt, { ...mark, addFreeingHash });
    await store.run(markAttempt, { ...mark, status: "sent" });
    expect((await logOf(store, vault)).slice(before)).toEqual([
      { kind: "replacement_signed", attempt: attempt.id, hash: addHash, ...fees },
      { kind: "freeing_signed", attempt: attempt.id, hash: addFreeingHash },
    ]);
  });

  test("behavior: a refused slice tells code, numbers, cut; notify-only says so", async () => {
    const store = redis().store();
    const { vault, id, order, guard } = await claimedOrder(store);
    const before = (await logOf(store, vault)).length;
    const finish = {
      guard: { leaseToken: guard.leaseToken },
      expectedVersion: guard.version,
      order,
      dueMs: T0,
      event: null,
      outbox: [],
    };
    const details = {
      deltaBps: 512,
      toleranceBps: 500,
      revertData: `0x${"ab".repeat(132)}`,
      missing: ["a"],
    };
    const refusal = { code: "swap_shield_blocked", details };
    await store.run(finishSlice, { ...finish, audit: auditSlice(order, refusal), refusal });
    expect((await logOf(store, vault)).slice(before)).toEqual([
      {
        kind: "slice_refused",
        actor: "scheduler",
        orderId: id,
        sliceNumber: 1,
        refusal: {
          code: "swap_shield_blocked",
          details: { ...details, revertData: details.revertData.slice(0, 100) },
        },
      },
    ]);
    const again = await claimedOrder(store);
    const after = { ...again.order, slicesExecuted: 1 };
    await store.run(finishSlice, {
      ...finish,
      guard: { leaseToken: again.guard.leaseToken },
      expectedVersion: again.guard.version,
      order: after,
      audit: auditSlice(after, undefined),
    });
    expect((await logOf(store, again.vault)).at(-1)).toEqual({
      kind: "slice_notified",
      actor: "scheduler",
      orderId: again.id,
      sliceNumber: 1,
    });
  });

  test("behavior: effective commands are recorded once each, by the order's number", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault, operator } = party;
    const ids = [await create(store, party), await create(store, party)];
    await store.run(saveDelegation, { record: delegationOf(vault, operator, party.agent) });
    const before = (await logOf(store, vault)).length;
    const of = { vault, chainIds: BASE, id: ids[0] ?? 0, operator };
    await store.run(pauseOrder, { ...of, kind: "twap" });
    await store.run(pauseOrder, { ...of, kind: "twap" });
    await store.run(resumeOrder, { ...of, dueMs: T0, ...LIMITS });
    await store.run(resumeOrder, { ...of, dueMs: T0, ...LIMITS });
    await store.run(cancelOrders, { kind: "twap", ...of, id: 0 });
    await store.run(cancelOrders, { kind: "twap", ...of, id: 0 });
    await store.run(disableDelegation, {
      chainId: 8453,
      vault,
      operator,
      selectors: ["0x3593564C"],
    });
    const freeze = { chainId: 8453 as const, vault, operator };
    for (let i = 0; i < 2; i++) await store.run(freezeVault, freeze);
    for (const messageHash of ["0x1", "0x1", "0x2"])
      await store.run(unfreezeVault, { ...freeze, messageHash });
    const told = (await logOf(store, vault)).slice(before);
    expect(told.slice(0, 2)).toEqual([
      { of: ids[0], kind: "order_paused", actor: operator },
      { of: ids[0], kind: "order_resumed", actor: operator },
    ]);
    expect(told.slice(2, 4)).toEqual(
      expect.arrayContaining(
        ids.map((id) => ({ of: id, kind: "order_cancelled", actor: operator })),
      ),
    );
    expect(told.slice(4)).toEqual([
      { kind: "delegation_stopped", actor: operator, selectors: ["0x3593564c"] },
      { kind: "vault_frozen", actor: operator },
      { kind: "vault_unfrozen", actor: operator },
    ]);
  });

  describe("a direct call", () => {
    test("default: its operator stands for it, and a reason with numbers ends it", async () => {
      const store = redis().store();
      const { vault, operator, agent } = newParty();
      await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
      const attempt = {
        ...attemptFor({ vault, operator, agent, id: 1 }),
        id: "call:1",
        orderId: undefined,
      };
      await store.run(prepareAttempt, { attempt, chainNonce: 0, nextCheckMs: T0 });
      const refusal = { code: "gas_above_cap", details: { baseFeeWei: "7" } };
      const record = {
        ...attempt,
        status: "never_sent" as const,
        error: "The base fee is above the cap.",
      };
      await store.run(closeAttempt, { attempt: { record, refusal } });
      const log = await logOf(store, vault);
      expect(log[1]).toMatchObject({ kind: "attempt_opened", actor: operator, attempt: "call:1" });
      expect(log[2]).toEqual({
        kind: "attempt_ended",
        attempt: "call:1",
        status: "never_sent",
        refusal,
      });
    });

    test("behavior: what the store refuses to write leaves nothing in the log", async () => {
      const store = redis().store();
      const party = newParty();
      const attempt = { ...attemptFor({ ...party, id: 1 }), id: "call:1" };
      expect(
        await store.run(prepareAttempt, { attempt, chainNonce: 0, nextCheckMs: T0 }),
      ).toMatchObject({ ok: false });
      expect(
        await store.run(closeAttempt, { attempt: { record: { ...attempt, status: "reverted" } } }),
      ).toMatchObject({
        ok: false,
      });
      expect(await logOf(store, party.vault)).toEqual([]);
      const facts = {
        kind: "call_refused" as const,
        actor: party.operator,
        tool: "t",
        refusal: { code: "c" },
      };
      await store.run(appendAudit, { chainId: 8453, vault: party.vault, facts });
      expect(await kindsOf(store, party.vault)).toEqual(["call_refused"]);
    });
  });
});
