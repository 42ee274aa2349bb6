import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATION_TTL_MS, type Operation } from "../../../schemas/operation.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { claimOperation } from "../../../src/store/operations/claim-operation.ts";
import { endOperation } from "../../../src/store/operations/end-operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { attemptOf, delegationOf, T0 } from "./support/records.ts";
import { startTestRedis, type TestRedis, type TestStore } from "./support/start-store.ts";
import { newParty } from "./support/steps.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

const DATA = "0x2213bc0b00";
const MINUTE = 60_000;

/**
 * Dated by whoever sends it, and come in whenever: machines differ, and a request may be on its way
 * for long.
 */
const step = fc.record({
  do: fc.constantFrom(
    "approve",
    "approve",
    "approve",
    "reject",
    "prepare",
    "prepare",
    "end",
    "freeze",
    "unfreeze",
  ),
  at: fc.oneof(
    fc.integer({ min: 0, max: OPERATION_TTL_MS + 2 * MINUTE }),
    fc.constantFrom(0, MINUTE - 1, MINUTE, OPERATION_TTL_MS - 1, OPERATION_TTL_MS),
  ),
});

async function opened(store: TestStore) {
  const party = newParty();
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent),
  });
  const operation: Operation = {
    ...{
      id: `op-${party.vault.slice(2, 20)}`,
      vault: party.vault,
      chainId: 8453,
      operator: party.operator,
    },
    ...{
      tool: "build_vault_swap",
      arguments: {},
      data: DATA,
      dataHash: "ab",
      description: "Swap",
      message: "Waits",
    },
    ...{ createdAtMs: T0, expiresAtMs: T0 + OPERATION_TTL_MS, quote: null, swap: null },
  };
  await store.run(openOperation, { operation });
  return { ...party, operation };
}

test("behavior: at any time one approval is taken, one attempt opened, none if over", async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      const store = redis.store();
      const { vault, operator, agent, operation } = await opened(store);
      const {
        orderId: _,
        sliceNumber: __,
        ...base
      } = attemptOf(vault, operator, agent, { data: DATA });
      const asked = { vault, operator, chainId: 8453 as const };
      let [approvals, attempts, isFrozen] = [0, 0, false];
      let over: string | undefined;
      for (const { do: what, at } of steps) {
        const nowMs = T0 + at;
        if (what === "approve" || what === "reject") {
          const answer = await store.run(claimOperation, {
            operationId: operation.id,
            decision: what,
            ...asked,
            nowMs,
          });
          if (answer.ok) {
            expect([over, attempts, isFrozen && what === "approve"]).toEqual([undefined, 0, false]);
            if (what === "approve") approvals += 1;
            else over = "rejected";
          } else if (answer.code === "expired") {
            expect(attempts).toBe(0);
            over = "expired";
          } else if (answer.code === "decided") {
            const { status, attemptId, holds } = answer.found!;
            expect(attemptId === null).toBe(attempts === 0);
            if (attemptId === null && !holds) over = status;
          }
        } else if (what === "prepare") {
          const attempt = { ...base, id: `operation:${operation.id}` };
          const call = {
            attempt,
            chainNonce: 0,
            nextCheckMs: T0,
            operationId: operation.id,
            nowMs,
          };
          const answer = await store.run(prepareAttempt, call);
          if (!answer.ok) continue;
          expect([over, approvals, isFrozen]).toEqual([undefined, 1, false]);
          attempts += 1;
        } else if (what === "end") {
          const refusal = { code: "simulation_reverted", message: "No." };
          const of = { operationId: operation.id, operator, tool: operation.tool, refusal };
          if ((await store.run(endOperation, { ...of, nowMs })).changed) over = "ended";
        } else if (what === "freeze") {
          await store.run(freezeVault, { ...asked, nowMs });
          isFrozen = true;
        } else {
          await store.run(unfreezeVault, {
            ...asked,
            nowMs,
            messageHash: `0x${at}-${steps.length}`,
          });
          isFrozen = false;
        }
        expect([approvals <= 1, attempts <= 1]).toEqual([true, true]);
      }
      if (attempts === 1) expect(over).toBe(undefined);
      reached.add(attempts === 1 ? "sent" : (over ?? "open"));
    }),
    { numRuns: 200 },
  );
  expect([...reached]).toEqual(expect.arrayContaining(["expired", "rejected", "sent"]));
});
