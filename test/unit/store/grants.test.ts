import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type AgentGrant, namedGrant } from "../../../schemas/agent-grant.ts";
import type { Attempt } from "../../../schemas/attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { readAudit } from "../../../src/store/audit/read-audit.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { beginFreeCall } from "../../../src/store/payments/begin-free-call.ts";
import { appendRefusal } from "../../../src/store/vaults/append-refusal.ts";
import { endGrant } from "../../../src/store/vaults/end-grant.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveGrant } from "../../../src/store/vaults/save-grant.ts";
import { saveGrantToken } from "../../../src/store/vaults/save-grant-token.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { newOrders } from "../../support/new-orders.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newAddress, newHash, orderOf, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

const HOUR = 3_600_000;

async function granted(store: TestStore, expiresAtMs = T0 + 24 * HOUR) {
  const party = newParty();
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent),
  });
  const grant: AgentGrant = {
    ...{
      id: newHash().slice(2, 34),
      name: "bot",
      agent: newAddress(),
      owner: party.operator,
      vault: party.vault,
    },
    ...{ chainId: 8453, scope: "trade", createdAtMs: T0, expiresAtMs },
    maxPerDay: {
      amountBase: "1000",
      token: newAddress(),
      symbol: "USDC",
      decimals: 6,
      givenOn: 8453,
    },
  };
  expect(await store.run(saveGrant, { grant, chainId: 8453, messageHash: newHash() })).toEqual({
    ok: true,
  });
  return { party, grant };
}

/** SHA-256 of a token, as far as the store can tell. */
const newToken = () => newHash().slice(2);
const take = (store: TestStore, grantId: string, more: object = {}) =>
  store.run(saveGrantToken, { grantId, token: newToken(), scope: "trade", lastsMs: HOUR, ...more });
const seenBy = async (store: TestStore, { party, grant }: Granted, token: string, nowMs = T0) => {
  const { vault } = party;
  const by = { id: grant.id, token };
  const context = await store.run(loadCallContext, { nowMs, chainId: 8453, vault, by });
  return context.grantFault ?? context.tokenScope;
};
type Granted = Awaited<ReturnType<typeof granted>>;

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
  test.each<
    [string, (store: TestStore, party: Party, id: string, grant: AgentGrant) => Promise<unknown>]
  >([
    [
      "its owner ended it",
      (store, { vault, operator }, id) =>
        store.run(endGrant, { id, vault, chainId: 8453, by: operator as Hex, why: "owner" }),
    ],
    ["it is gone", (store, _, id) => store.command("DEL", store.keys.grant(id))],
    [
      "it has expired",
      (store, _, id, grant) =>
        store.command(
          "HSET",
          store.keys.grant(id),
          "json",
          JSON.stringify({ ...grant, expiresAtMs: T0 }),
        ),
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
    expect(await store.run(markAttempt, { ...again, forSend: true })).toEqual({
      ok: false,
      code: "grant_ended",
    });
  });

  test("attack: an hour's refusals: ten entries, others counted once, later or last", async () => {
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
    for (let n = 10; n < 15; n += 1)
      expect(await refused(hour + HOUR - 1)).toEqual({ written: false });
    // A clock that is behind begins no hour of its own.
    expect(await refused(hour + HOUR)).toEqual({ written: true, before: { hour, count: 5 } });
    expect(await refused(hour + HOUR - 1)).toEqual({ written: true });
    for (let n = 2; n < 13; n += 1) await refused(hour + HOUR + n);
    const { entries } = await store.run(readAudit, { chainId: 8453, vault, from: 1, limit: 500 });
    expect(entries.length - before.entries.length).toBe(20);
    const ended = await store.run(endGrant, {
      id: grant.id,
      vault,
      chainId: 8453,
      by: operator,
      why: "owner",
    });
    expect(ended).toMatchObject({ changed: true, refusals: { hour: hour + HOUR, count: 3 } });
  });

  test("security: what is kept per operator is the grant owner's, never its agent's", async () => {
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

  test("security: grants' calls take three of the wallet's places, owners the others", async () => {
    const store = redis().store();
    const { party, grant } = await granted(store);
    for (const nonce of [0, 1, 2])
      expect(await prepare(store, callOf(party, nonce, grant.id))).toMatchObject({ ok: true });
    expect(await prepare(store, callOf(party, 3, grant.id))).toEqual({
      ok: false,
      code: "lane_full",
    });
    for (const nonce of [3, 4, 5, 6, 7])
      expect(await prepare(store, callOf(party, nonce))).toMatchObject({ ok: true });
    expect(await prepare(store, callOf(party, 8))).toEqual({ ok: false, code: "lane_full" });
  });

  test("security: agent orders leave their owner the last of a vault's three places", async () => {
    const store = redis().store();
    const { party, grant } = await granted(store);
    const { vault, operator } = party;
    const make = (by?: AgentGrant) =>
      store.run(
        createOrder,
        newOrders.twap(orderOf(vault, operator, by && { grant: namedGrant.parse(by) })),
      );
    expect([await make(grant), await make(grant)]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await make(grant)).toMatchObject({ ok: false, code: "vault_limit", active: 2 });
    expect(await make()).toMatchObject({ ok: true, id: 3 });
    expect(await make()).toMatchObject({ ok: false, code: "vault_limit", active: 3 });
    await store.run(endGrant, { id: grant.id, vault, chainId: 8453, by: operator, why: "owner" });
    expect(await make(grant)).toMatchObject({ ok: false, code: "grant_ended" });
  });

  test("security: a token holds to its last millisecond, in scope, for its grant", async () => {
    const store = redis().store();
    const own = await granted(store);
    const other = await granted(store);
    const [all, less] = [newToken(), newToken()];
    expect(await take(store, own.grant.id, { token: all })).toEqual({
      ok: true,
      expiresAtMs: T0 + HOUR,
    });
    expect(
      await take(store, own.grant.id, { token: less, scope: "read", lastsMs: 60_000 }),
    ).toEqual({
      ok: true,
      expiresAtMs: T0 + 60_000,
    });
    expect(await seenBy(store, own, all)).toBe("trade");
    expect(await seenBy(store, own, all, T0 + HOUR - 1)).toBe("trade");
    expect(await seenBy(store, own, all, T0 + HOUR)).toBe("expired");
    expect(await seenBy(store, own, less, T0 + 59_999)).toBe("read");
    expect(await seenBy(store, own, less, T0 + 60_000)).toBe("expired");
    expect(await seenBy(store, own, newToken())).toBe("unknown");
    expect(await seenBy(store, { ...own, grant: other.grant }, all)).toBe("unknown");
    expect(await seenBy(store, { ...own, party: other.party }, all)).toBe("wrong_vault");
    // By its agent it is called in the whole scope, and nobody else's name is a token.
    const by = { id: own.grant.id, agent: own.grant.agent as Hex };
    const signed = await store.run(loadCallContext, { chainId: 8453, vault: own.party.vault, by });
    expect([signed.grant?.scope, signed.tokenScope, signed.grantFault]).toEqual([
      "trade",
      undefined,
      undefined,
    ]);
  });

  test("security: no token outlives its grant, or comes of one over or reaching less", async () => {
    const store = redis().store();
    const short = await granted(store, T0 + 600_000);
    expect(await take(store, short.grant.id)).toEqual({ ok: true, expiresAtMs: T0 + 600_000 });
    const token = newToken();
    await take(store, short.grant.id, { token });
    expect(await take(store, short.grant.id, { nowMs: T0 + 600_000 })).toEqual({
      ok: false,
      code: "grant_ended",
    });
    await store.run(endGrant, {
      ...{ id: short.grant.id, vault: short.party.vault, chainId: 8453 },
      ...{ by: short.party.operator as Hex, why: "owner" },
    });
    expect(await seenBy(store, short, token)).toBe("ended");
    expect(await take(store, short.grant.id)).toEqual({ ok: false, code: "grant_ended" });
    const reader = await granted(store);
    await store.command(
      "HSET",
      store.keys.grant(reader.grant.id),
      "json",
      JSON.stringify({ ...reader.grant, scope: "read" }),
    );
    expect(await take(store, reader.grant.id, { scope: "propose" })).toEqual({
      ok: false,
      code: "scope",
    });
    expect(await take(store, reader.grant.id, { scope: "read" })).toMatchObject({ ok: true });
  });

  test("security: of six tokens the oldest is over, expired ones take no place", async () => {
    const store = redis().store();
    const own = await granted(store);
    const tokens = Array.from({ length: 6 }, newToken);
    const [first = "", second = "", ...others] = tokens;
    await take(store, own.grant.id, { token: first, lastsMs: 60_000 });
    for (const [n, token] of [second, ...others].entries())
      await take(store, own.grant.id, { token, nowMs: T0 + 60_000 + n });
    const at = T0 + 61_000;
    for (const token of [second, ...others])
      expect(await seenBy(store, own, token, at)).toBe("trade");
    const sixth = newToken();
    await take(store, own.grant.id, { token: sixth, nowMs: at });
    expect(await seenBy(store, own, second, at)).toBe("unknown");
    for (const token of [...others, sixth])
      expect(await seenBy(store, own, token, at)).toBe("trade");
    expect(await store.command("HLEN", store.keys.grantTokens(own.grant.id))).toBe(5);
  });

  test("behavior: a token's call counts for its grant, an invalid for its network", async () => {
    const store = redis().store();
    const own = await granted(store);
    const token = newToken();
    await take(store, own.grant.id, { token });
    const call = (by: { id: string; token: string }, more: object = {}) =>
      store.run(beginFreeCall, {
        ...{
          network: "203.0.113.9",
          operator: null,
          claimedFrom: null,
          token: "run",
          holdMs: 1_000,
          idempotency: null,
        },
        ...{ by, ...more },
      });
    const good = { id: own.grant.id, token };
    for (let n = 0; n < 30; n++) expect((await call(good)).kind).toBe("run");
    expect((await call(good)).kind).toBe("rate_limited");
    // It acts for nobody: the token is judged, and its network counted.
    expect((await call(good, { isNobodys: true })).kind).toBe("run");
    const bad = { id: own.grant.id, token: newToken() };
    for (let n = 0; n < 59; n++)
      expect(await call(bad)).toMatchObject({ kind: "token_not_valid", fault: "unknown" });
    expect(await call(bad)).toMatchObject({ kind: "rate_limited", ofNetwork: true });
  });
});
