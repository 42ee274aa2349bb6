import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { AgentGrant } from "../../../schemas/agent-grant.ts";
import type { Attempt } from "../../../schemas/attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { readAudit } from "../../../src/store/audit/read-audit.ts";
import { appendRefusal } from "../../../src/store/vaults/append-refusal.ts";
import { endGrant } from "../../../src/store/vaults/end-grant.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveGrant } from "../../../src/store/vaults/save-grant.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

const HOUR = 3_600_000;

async function granted(store: TestStore, expiresAtMs = T0 + 24 * HOUR) {
  const party = newParty();
  await store.run(saveDelegation, { record: delegationOf(party.vault, party.operator, party.agent) });
  const grant: AgentGrant = {
    ...{ id: newHash().slice(2, 34), name: "bot", agent: newAddress(), owner: party.operator, vault: party.vault },
    ...{ chainId: 8453, scope: "trade", createdAtMs: T0, expiresAtMs },
    maxPerDay: { amountBase: "1000", token: newAddress(), symbol: "USDC", decimals: 6, givenOn: 8453 },
  };
  expect(await store.run(saveGrant, { grant, chainId: 8453, messageHash: newHash() })).toEqual({ ok: true });
  return { party, grant };
}

const callOf = ({ vault, operator, agent }: Party, nonce: number, grant?: string): Attempt => {
  const { orderId: _, sliceNumber: __, ...base } = attemptOf(vault, operator, agent, { nonce });
  return { ...base, id: `call:${vault}:${nonce}`, ...(grant !== undefined && { grant }) };
};
const prepare = (store: TestStore, attempt: Attempt) =>
  store.run(prepareAttempt, {
    ...{ attempt, chainNonce: 0, nextCheckMs: T0 + 100 },
    ...(attempt.grant !== undefined && { granted: { value: "1" } }),
  });

eachRedis((redis) => {
  test.each<[string, (store: TestStore, party: Party, id: string, grant: AgentGrant) => Promise<unknown>]>([
    [
      "its owner ended it",
      (store, { vault, operator }, id) =>
        store.run(endGrant, { id, vault, chainId: 8453, by: operator as Hex, why: "owner" }),
    ],
    ["it is gone", (store, _, id) => store.command("DEL", store.keys.grant(id))],
    [
      "it has expired",
      (store, _, id, grant) =>
        store.command("HSET", store.keys.grant(id), "json", JSON.stringify({ ...grant, expiresAtMs: T0 })),
    ],
  ])("security: what a grant has sent is not signed anew once %s", async (_, stop) => {
    const store = redis().store();
    const { party, grant } = await granted(store);
    const attempt = callOf(party, 0, grant.id);
    expect(await prepare(store, attempt)).toMatchObject({ ok: true });
    const again = { attemptId: attempt.id, nextCheckMs: T0 + 100 };
    await store.run(markAttempt, { ...again, status: "sent" });
    expect(await store.run(markAttempt, { ...again, forSend: true })).toMatchObject({ ok: true });
    await stop(store, party, grant.id, grant);
    expect(await store.run(markAttempt, { ...again, forSend: true })).toEqual({ ok: false, code: "grant_ended" });
  });

  test("attack: of an hour's refusals ten have an entry, and the others are counted once, in the next hour or at the end", async () => {
    const store = redis().store();
    const { party, grant } = await granted(store);
    const { vault, operator } = party;
    const before = await store.run(readAudit, { chainId: 8453, vault, from: 1, limit: 500 });
    const refused = (nowMs: number) =>
      store.run(appendRefusal, {
        ...{ nowMs, chainId: 8453, vault, grantId: grant.id },
        facts: {
          kind: "call_refused",
          actor: operator,
          grantId: grant.id,
          tool: "build_vault_swap",
          refusal: { code: "rate_limited" },
        },
      });
    const hour = Math.floor(T0 / HOUR) * HOUR;
    for (let n = 0; n < 10; n += 1) expect(await refused(hour + n)).toEqual({ written: true });
    for (let n = 10; n < 15; n += 1) expect(await refused(hour + HOUR - 1)).toEqual({ written: false });
    // A clock that is behind begins no hour of its own.
    expect(await refused(hour + HOUR)).toEqual({ written: true, before: { hour, count: 5 } });
    expect(await refused(hour + HOUR - 1)).toEqual({ written: true });
    for (let n = 2; n < 13; n += 1) await refused(hour + HOUR + n);
    const { entries } = await store.run(readAudit, { chainId: 8453, vault, from: 1, limit: 500 });
    expect(entries.length - before.entries.length).toBe(20);
    const ended = await store.run(endGrant, { id: grant.id, vault, chainId: 8453, by: operator, why: "owner" });
    expect(ended).toMatchObject({ changed: true, refusals: { hour: hour + HOUR, count: 3 } });
  });

  test("security: what is kept per operator is the grant's owner's, never its agent's", async () => {
    const store = redis().store();
    const { party, grant } = await granted(store);
    const { vault, operator } = party;
    const expected = { vault, chainId: 8453 as const, was: "confirm" as const };
    await store.run(saveSetting, { operator, field: "execMode", value: "autonomous", expected });
    await store.run(saveSetting, { operator, field: "slippageBps", value: 70 });
    const by = { id: grant.id, agent: grant.agent };
    const context = await store.run(loadCallContext, { chainId: 8453, vault, by });
    expect(context.settings).toMatchObject({ execMode: "autonomous", slippageBps: 70 });
    expect(context.grant?.id).toBe(grant.id);
  });

  test("security: calls by grants take three places of the wallet's queue, and leave its owner the others", async () => {
    const store = redis().store();
    const { party, grant } = await granted(store);
    for (const nonce of [0, 1, 2])
      expect(await prepare(store, callOf(party, nonce, grant.id))).toMatchObject({ ok: true });
    expect(await prepare(store, callOf(party, 3, grant.id))).toEqual({ ok: false, code: "lane_full" });
    for (const nonce of [3, 4, 5, 6, 7]) expect(await prepare(store, callOf(party, nonce))).toMatchObject({ ok: true });
    expect(await prepare(store, callOf(party, 8))).toEqual({ ok: false, code: "lane_full" });
  });
});
