import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import {
  type ChangeOperation,
  OPERATION_TTL_MS,
  type Operation,
} from "../../../schemas/operation.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordDeepReorg } from "../../../src/store/attempts/record-deep-reorg.ts";
import { claimOperation } from "../../../src/store/operations/claim-operation.ts";
import { answerOperation, endOperation } from "../../../src/store/operations/end-operation.ts";
import { loadOperation } from "../../../src/store/operations/load-operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

const DATA = "0x2213bc0b00";
const END = T0 + OPERATION_TTL_MS;
const MINUTE = 60_000;
let count = 0;

const operationOf = ({ vault, operator }: Party, changes: Partial<Operation> = {}): Operation => {
  count += 1;
  return {
    id: `op_${count}`,
    vault,
    chainId: 8453,
    operator,
    tool: "build_vault_swap",
    arguments: { tokenIn: "USDC" },
    data: DATA,
    dataHash: "ab".repeat(32),
    description: "Swap",
    message: "Waits",
    createdAtMs: T0,
    expiresAtMs: END,
    quote: null,
    swap: null,
    ...changes,
  };
};

/** A delegated vault with one open operation. */
async function opened(store: TestStore, changes: Partial<Operation> = {}) {
  const party = newParty();
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent),
  });
  const operation = operationOf(party, changes);
  expect(await store.run(openOperation, { operation })).toEqual({ ok: true });
  return { ...party, operation };
}
type Opened = Awaited<ReturnType<typeof opened>>;

type Word = {
  decision?: "approve" | "reject";
  nowMs?: number;
  operator?: Hex;
  vault?: Hex;
  chainId?: 8453 | 10;
  isTapped?: boolean;
  messageHash?: Hex;
};
const decide = (store: TestStore, { operation, vault, operator }: Opened, word: Word = {}) =>
  store.run(claimOperation, {
    operationId: operation.id,
    decision: "approve",
    vault,
    operator,
    chainId: 8453,
    ...word,
  });

/** The attempt of an approval, as broadcast-call writes it. */
function attemptFor({ vault, operator, agent, operation }: Opened, changes: object = {}) {
  const {
    orderId: _,
    sliceNumber: __,
    ...base
  } = attemptOf(vault, operator, agent, { data: DATA, nonce: 7 });
  return { ...base, id: `operation:${operation.id}`, ...changes };
}
const prepare = (
  store: TestStore,
  party: Opened,
  { nowMs = T0, ...changes }: { nowMs?: number; [field: string]: unknown } = {},
) =>
  store.run(prepareAttempt, {
    nowMs,
    attempt: attemptFor(party, changes),
    chainNonce: 7,
    nextCheckMs: T0,
    operationId: party.operation.id,
  });
const look = async (store: TestStore, { operation }: Opened, nowMs = T0) =>
  (await store.run(loadOperation, { nowMs, operationId: operation.id })).found;

eachRedis((redis) => {
  test("behavior: of many approvals at once one is taken, and one attempt can follow", async () => {
    const store = redis().store();
    const party = await opened(store);
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(store, party)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers)
      if (!answer.ok)
        expect(answer).toMatchObject({
          code: "decided",
          found: { status: "approved", holds: true },
        });
    expect(await prepare(store, party)).toMatchObject({ ok: true, order: null });
    expect(await look(store, party)).toMatchObject({
      status: "done",
      attemptId: `operation:${party.operation.id}`,
      attempt: { status: "prepared", nonce: 7 },
      holds: false,
    });
    // By its name, and were its record gone, by the operation's.
    expect(await prepare(store, party)).toEqual({ ok: false, code: "attempt_exists" });
    expect(await prepare(store, party, { id: "operation:another", nonce: 8 })).toEqual({
      ok: false,
      code: "operation_closed",
    });
  });

  test("behavior: approvable until its last millisecond, by the caller's clock", async () => {
    const store = redis().store();
    const [late, inTime] = [await opened(store), await opened(store)];
    expect(await decide(store, late, { nowMs: END })).toEqual({ ok: false, code: "expired" });
    expect(await decide(store, late, { nowMs: END, decision: "reject" })).toEqual({
      ok: false,
      code: "expired",
    });
    expect(await decide(store, inTime, { nowMs: END - 1 })).toEqual({ ok: true });
  });

  test("behavior: the answer that it ran out is final, whatever comes in late", async () => {
    const store = redis().store();
    const party = await opened(store);
    expect(await decide(store, party, { nowMs: END })).toEqual({ ok: false, code: "expired" });
    // On its way since before the end, or by a clock that is behind.
    expect(await decide(store, party, { nowMs: END - 1 })).toEqual({ ok: false, code: "expired" });
    expect(await prepare(store, party, { nowMs: END - 1 })).toEqual({
      ok: false,
      code: "operation_closed",
    });
  });

  test("error: none decides for another operator, vault, chain or unknown operation", async () => {
    const store = redis().store();
    const party = await opened(store);
    const before = await store.snapshot();
    for (const other of [
      { operator: newAddress() },
      { vault: newAddress() },
      { chainId: 10 as const },
    ])
      for (const decision of ["approve", "reject"] as const)
        expect(await decide(store, party, { ...other, decision })).toEqual({
          ok: false,
          code: "not_found",
        });
    const nothing = { ...party, operation: { ...party.operation, id: "nothing" } };
    expect(await decide(store, nothing)).toEqual({ ok: false, code: "not_found" });
    expect(await look(store, nothing)).toBe(null);
    expect(await store.snapshot()).toEqual(before);
    expect(await store.run(openOperation, { operation: party.operation })).toEqual({ ok: false });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: what was rejected is never approved, nor the approved rejected", async () => {
    const store = redis().store();
    const [rejected, approved] = [await opened(store), await opened(store)];
    expect(await decide(store, rejected, { decision: "reject" })).toEqual({ ok: true });
    expect(await decide(store, rejected)).toMatchObject({
      code: "decided",
      found: { status: "rejected" },
    });
    expect(await prepare(store, rejected)).toEqual({ ok: false, code: "operation_closed" });
    expect(await decide(store, approved)).toEqual({ ok: true });
    expect(await decide(store, approved, { decision: "reject" })).toMatchObject({
      code: "decided",
    });
    expect(await look(store, approved)).toMatchObject({ status: "approved" });
  });

  describe("an approval opens an attempt", () => {
    test("error: not without it", async () => {
      const store = redis().store();
      const party = await opened(store);
      expect(await prepare(store, party)).toEqual({ ok: false, code: "operation_closed" });
      const gone = { ...party, operation: { ...party.operation, id: "gone" } };
      expect(await prepare(store, gone)).toEqual({ ok: false, code: "operation_closed" });
    });

    test("behavior: within a minute of the word, not a millisecond later", async () => {
      const store = redis().store();
      const [late, inTime] = [await opened(store), await opened(store)];
      for (const party of [late, inTime]) expect(await decide(store, party)).toEqual({ ok: true });
      expect(await look(store, late, T0 + MINUTE - 1)).toMatchObject({ holds: true });
      expect(await look(store, late, T0 + MINUTE)).toMatchObject({
        holds: false,
        status: "approved",
      });
      expect(await prepare(store, late, { nowMs: T0 + MINUTE })).toEqual({
        ok: false,
        code: "operation_closed",
      });
      expect(await prepare(store, inTime, { nowMs: T0 + MINUTE - 1 })).toMatchObject({ ok: true });
    });

    test("behavior: never after a second heard the first is held, whatever is late", async () => {
      const store = redis().store();
      const party = await opened(store);
      const { operation, operator } = party;
      expect(await decide(store, party)).toEqual({ ok: true });
      expect(await decide(store, party, { nowMs: T0 + MINUTE - 1 })).toMatchObject({
        found: { holds: true },
      });
      const told = { status: "done", holds: false, attemptId: null, refusal: null };
      expect(await decide(store, party, { nowMs: T0 + MINUTE })).toMatchObject({
        code: "decided",
        found: told,
      });
      // The first one's own request, dated before.
      expect(await prepare(store, party, { nowMs: T0 + MINUTE - 1 })).toEqual({
        ok: false,
        code: "operation_closed",
      });
      // Why it ended is still written down, once.
      const refusal = { code: "operation_expired", message: "Too late." };
      const end = { operationId: operation.id, operator, tool: operation.tool, refusal };
      expect(await store.run(endOperation, end)).toEqual({ changed: true });
      expect(await store.run(endOperation, end)).toEqual({ changed: false });
      expect(await look(store, party)).toMatchObject({ status: "done", refusal });
    });

    test("error: of no other calldata, vault or operator", async () => {
      const store = redis().store();
      const party = await opened(store);
      expect(await decide(store, party)).toEqual({ ok: true });
      const other = await opened(store);
      for (const changes of [
        { data: "0x2213bc0b01" },
        { operator: newAddress() },
        { vault: other.vault },
      ])
        await expect(prepare(store, party, changes)).rejects.toMatchObject({
          code: "store_unavailable",
        });
      expect(await look(store, party)).toMatchObject({ status: "approved", attempt: null });
      expect(await prepare(store, party)).toMatchObject({ ok: true });
    });

    test("behavior: nothing for a vault frozen or delegation stopped before or after", async () => {
      const store = redis().store();
      const [before, after, revoked] = [
        await opened(store),
        await opened(store),
        await opened(store),
      ];
      await store.run(freezeVault, { chainId: 8453, vault: before.vault });
      expect(await decide(store, before)).toEqual({ ok: false, code: "vault_frozen" });
      // To stop is always allowed.
      expect(await decide(store, before, { decision: "reject" })).toEqual({ ok: true });
      expect(await decide(store, after)).toEqual({ ok: true });
      await store.run(freezeVault, { chainId: 8453, vault: after.vault });
      expect(await prepare(store, after)).toEqual({ ok: false, code: "vault_frozen" });
      expect(await decide(store, revoked)).toEqual({ ok: true });
      await store.run(disableDelegation, { chainId: 8453, vault: revoked.vault });
      expect(await prepare(store, revoked)).toEqual({ ok: false, code: "delegation_disabled" });
    });
  });

  test("behavior: a refusal ends it for good; one too late changes nothing", async () => {
    const store = redis().store();
    const refusal = {
      code: "swap_shield_blocked",
      message: "Too far. Ask again.",
      details: { deltaBps: 900 },
    };
    const end = ({ operation, operator }: Opened) =>
      store.run(endOperation, {
        operationId: operation.id,
        operator,
        tool: operation.tool,
        refusal,
      });
    const party = await opened(store);
    expect(await end(party)).toEqual({ changed: false });
    await decide(store, party);
    expect(await end(party)).toEqual({ changed: true });
    expect(await look(store, party)).toMatchObject({
      status: "done",
      attempt: null,
      refusal: { code: "swap_shield_blocked", message: "Too far. Ask again." },
    });
    expect(await prepare(store, party)).toEqual({ ok: false, code: "operation_closed" });
    expect(await end(party)).toEqual({ changed: false });
    const sent = await opened(store);
    await decide(store, sent);
    await prepare(store, sent);
    expect(await end(sent)).toEqual({ changed: false });
    const record = { ...attemptFor(sent), status: "confirmed" as const };
    await store.run(closeAttempt, { attempt: { record } });
    expect(await look(store, sent)).toMatchObject({
      status: "done",
      refusal: null,
      attempt: { status: "confirmed" },
    });
  });

  test("behavior: what a deep reorg took back is shown as that", async () => {
    const store = redis().store();
    const party = await opened(store);
    await decide(store, party);
    await prepare(store, party);
    const block = { blockNumber: "100", blockHash: newHash() };
    const record = { ...attemptFor(party), ...block, status: "replaced" as const };
    await store.run(closeAttempt, { attempt: { record } });
    expect((await look(store, party))?.attempt).toMatchObject({ status: "replaced" });
    expect((await look(store, party))?.attempt?.isTakenBack).toBe(undefined);
    const facts = { kind: "deep_reorg" as const, actor: "scheduler" as const, attempt: record.id };
    const of = { chainId: 8453 as const, vault: party.vault, attemptId: record.id, alarm: null };
    const seen = { recorded: { status: "replaced", ...block }, found: { status: "confirmed" } };
    expect(await store.run(recordDeepReorg, { ...of, facts: { ...facts, ...seen } })).toEqual({
      changed: true,
    });
    expect((await look(store, party))?.attempt).toMatchObject({
      status: "replaced",
      isTakenBack: true,
    });
  });

  test("behavior: an approved change is answered once, even frozen, opens no attempt", async () => {
    const store = redis().store();
    const party = newParty();
    await store.run(saveDelegation, {
      record: delegationOf(party.vault, party.operator, party.agent),
    });
    count += 1;
    const operation: ChangeOperation = {
      ...{
        kind: "change",
        id: `ch_${count}`,
        vault: party.vault,
        chainId: 8453,
        operator: party.operator,
      },
      ...{
        tool: "cancel_twap_order",
        arguments: { id: 3 },
        dataHash: "cd".repeat(32),
        description: "Cancels",
      },
      ...{ message: "Waits", createdAtMs: T0, expiresAtMs: END },
    };
    expect(await store.run(openOperation, { operation })).toEqual({ ok: true });
    const answer = { operationId: operation.id, message: "Cancelled." };
    expect(await store.run(answerOperation, answer)).toEqual({ changed: false });
    await store.run(freezeVault, { vault: party.vault, chainId: 8453, operator: party.operator });
    const word = {
      operationId: operation.id,
      decision: "approve" as const,
      ...party,
      chainId: 8453 as const,
    };
    expect(await store.run(claimOperation, word)).toEqual({ ok: true });
    expect(await store.run(claimOperation, word)).toMatchObject({ ok: false, code: "decided" });
    expect(await store.run(answerOperation, answer)).toEqual({ changed: true });
    expect(await store.run(answerOperation, { ...answer, message: "Again." })).toEqual({
      changed: false,
    });
    const { found } = await store.run(loadOperation, { operationId: operation.id });
    expect(found).toMatchObject({
      status: "done",
      answer: { message: "Cancelled." },
      operation,
      attemptId: null,
    });
  });

  test("behavior: a transaction has no such answer", async () => {
    const store = redis().store();
    const party = await opened(store);
    await decide(store, party);
    const answer = { operationId: party.operation.id, message: "Done." };
    expect(await store.run(answerOperation, answer)).toEqual({ changed: false });
  });

  test("behavior: each step is in the vault's audit log; the operation has its day", async () => {
    const store = redis().store();
    const party = await opened(store);
    await decide(store, party, { decision: "reject" });
    const entries = (await store.command(
      "LRANGE",
      store.keys.audit(8453, party.vault),
      0,
      -1,
    )) as string[];
    const kinds = entries.map((entry) => JSON.parse(entry.split("|").slice(3).join("|")));
    expect(kinds.slice(-2)).toMatchObject([
      {
        kind: "operation_opened",
        operation: party.operation.id,
        actor: party.operator,
        expiresAt: END,
      },
      { kind: "operation_rejected", operation: party.operation.id, actor: party.operator },
    ]);
    const ttlMs = Number(await store.command("PTTL", store.keys.operation(party.operation.id)));
    expect(ttlMs).toBeGreaterThan(23 * 60 * MINUTE);
    expect(ttlMs).toBeLessThanOrEqual(24 * 60 * MINUTE);
  });

  test("security: only fresh signatures, each once, or its chat's button approve", async () => {
    const store = redis().store();
    const [first, second, third] = [await opened(store), await opened(store), await opened(store)];
    const of = (party: Opened) =>
      ({ operator: party.operator as Hex, field: "approveWith", value: "fresh" }) as const;
    for (const party of [first, second, third])
      expect(await store.run(saveSetting, of(party))).toMatchObject({ ok: true });
    expect(await decide(store, first)).toEqual({ ok: false, code: "fresh_signature_needed" });
    const messageHash = newHash();
    await store.command("SET", store.keys.signedAction(first.operator, messageHash), "1");
    expect(await decide(store, first, { messageHash })).toEqual({
      ok: false,
      code: "signature_used",
    });
    const good = newHash();
    expect(await decide(store, first, { messageHash: good })).toEqual({ ok: true });
    expect(await store.command("EXISTS", store.keys.signedAction(first.operator, good))).toBe(1);
    expect(await decide(store, first)).toMatchObject({ ok: false, code: "decided" });
    expect(await decide(store, second, { isTapped: true })).toEqual({ ok: true });
    expect(await decide(store, third, { decision: "reject" })).toEqual({ ok: true });
  });

  test("security: a signature for an approval that a freeze stops is not used up", async () => {
    const store = redis().store();
    const party = await opened(store);
    await store.run(freezeVault, { chainId: 8453, vault: party.vault });
    const messageHash = newHash();
    expect(await decide(store, party, { messageHash })).toEqual({
      ok: false,
      code: "vault_frozen",
    });
    expect(
      await store.command("EXISTS", store.keys.signedAction(party.operator, messageHash)),
    ).toBe(0);
  });
});
