import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordDeepReorg } from "../../../src/store/attempts/record-deep-reorg.ts";
import { unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveLossBudget } from "../../../src/store/vaults/save-loss-budget.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newHash } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

/*
 * Finding 106: syncs take from a chain at most the NAV Shield's threshold in 24 hours and twice
 * that in 7 days; more by a fresh signature.
 */
const HALF_HOUR = 1_800_000;
const DAY = 86_400_000;
/** Start of a half hour. */
const B = 993_456 * HALF_HOUR;
/** Parts per billion of one per cent. */
const PERCENT = 10_000_000;

async function delegated(store: TestStore, party: Party = newParty()): Promise<Party> {
  const { vault, operator, agent } = party;
  await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
  return party;
}

let count = 0;
const nonces = new Map<string, number>();
function attemptFor({ vault, operator, agent }: Party): Attempt {
  count += 1;
  const {
    orderId: _,
    sliceNumber: __,
    ...base
  } = attemptOf(vault, operator, agent, {
    nonce: nonces.get(agent) ?? 0,
  });
  return { ...base, id: `call:S-${count}` };
}

const prepare = (store: TestStore, attempt: Attempt, syncPpb: number | undefined, nowMs: number) =>
  store.run(prepareAttempt, {
    nowMs,
    attempt,
    chainNonce: attempt.nonce,
    nextCheckMs: nowMs,
    syncPpb,
  });
const end = (
  store: TestStore,
  attempt: Attempt,
  status: "confirmed" | "reverted" | "never_sent",
  nowMs = B,
) => store.run(closeAttempt, { nowMs, attempt: { record: { ...attempt, status } } });

/** The next sync of a wallet, mined at once, so that its nonce queue is free for another. */
async function sync(store: TestStore, party: Party, syncPpb: number | undefined, nowMs = B) {
  const attempt = attemptFor(party);
  const answer = await prepare(store, attempt, syncPpb, nowMs);
  if (!answer.ok) return answer;
  await end(store, attempt, "confirmed", nowMs);
  nonces.set(party.agent, attempt.nonce + 1);
  return "ok";
}

const refused = (syncPpb: number, dayPpb: number, weekPpb = dayPpb, dayLimitBps = 1_000) => ({
  ok: false,
  code: "sync_limit_exceeded",
  syncs: { syncPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps: 2 * dayLimitBps },
});

eachRedis((redis) => {
  test("default: forty syncs of 0.95% in forty minutes: ten go out, and no eleventh", async () => {
    const store = redis().store();
    const party = await delegated(store);
    const answers = [];
    for (let minute = 0; minute < 40; minute += 1)
      answers.push(await sync(store, party, 0.95 * PERCENT, B + minute * 60_000));
    expect(answers.slice(0, 10)).toEqual(Array(10).fill("ok"));
    expect(answers.slice(10)).toEqual(Array(30).fill(refused(0.95 * PERCENT, 9.5 * PERCENT)));
    // What is no sync is not asked.
    expect(await sync(store, party, undefined)).toBe("ok");
  });

  test("behavior: to the last part; a day frees after 24 hours, the week holds twice", async () => {
    const store = redis().store();
    const party = await delegated(store);
    expect(await sync(store, party, 10 * PERCENT)).toBe("ok");
    expect(await sync(store, party, 1)).toEqual(refused(1, 10 * PERCENT));
    const next = B + HALF_HOUR + DAY;
    expect(await sync(store, party, 1, next)).toEqual(refused(1, 10 * PERCENT));
    expect(await sync(store, party, 10 * PERCENT, next + 1)).toBe("ok");
    const third = next + HALF_HOUR + DAY + 1;
    expect(await sync(store, party, 1, third)).toEqual(refused(1, 0, 20 * PERCENT));
    expect(await sync(store, party, 10 * PERCENT, B + HALF_HOUR + 7 * DAY + 1)).toBe("ok");
  });

  test("behavior: of one vault on one chain; another has its own", async () => {
    const store = redis().store();
    const party = await delegated(store);
    expect(await sync(store, party, 10 * PERCENT)).toBe("ok");
    expect(await sync(store, await delegated(store), 10 * PERCENT)).toBe("ok");
  });

  test.each([
    [500, 500],
    [1_000, 1_000],
    // Raised by an ordinary signature: that is no fresh one.
    [10_000, 1_000],
  ])(
    "args: at a NAV Shield threshold of %i bps, %i bps of a day",
    async (navShieldBps, limitBps) => {
      const store = redis().store();
      const party = await delegated(store);
      const { operator } = party;
      await store.run(saveSetting, { operator, field: "navShieldBps", value: navShieldBps });
      expect(await sync(store, party, limitBps * 100_000)).toBe("ok");
      expect(await sync(store, party, 1)).toEqual(
        refused(1, limitBps * 100_000, undefined, limitBps),
      );
    },
  );

  test.each(["never_sent", "reverted"] as const)(
    "behavior: counted with the intent; an attempt that ends %s gives it back, once",
    async (status) => {
      const store = redis().store();
      const party = await delegated(store);
      const attempt = attemptFor(party);
      expect(await prepare(store, attempt, 10 * PERCENT, B)).toMatchObject({ ok: true });
      await end(store, attempt, status);
      await end(store, attempt, status);
      nonces.set(party.agent, status === "never_sent" ? attempt.nonce : attempt.nonce + 1);
      expect(await sync(store, party, 10 * PERCENT)).toBe("ok");
      expect(await sync(store, party, 1)).toEqual(refused(1, 10 * PERCENT));
    },
  );

  test.each([
    ["confirmed", 10],
    ["missing", 10],
    ["replaced", 0],
  ] as const)(
    "behavior: one that reverted, and that a reorg shows %s, has taken %i per cent, once",
    async (found, percent) => {
      const store = redis().store();
      const party = await delegated(store);
      const attempt = attemptFor(party);
      expect(await prepare(store, attempt, 10 * PERCENT, B)).toMatchObject({ ok: true });
      const block = { blockNumber: "100", blockHash: newHash() };
      await end(store, { ...attempt, ...block }, "reverted");
      const facts = {
        ...{ kind: "deep_reorg" as const, actor: "scheduler" as const, attempt: attempt.id },
        ...{ recorded: { status: "reverted" as const, ...block }, found: { status: found } },
      };
      const reorg = {
        nowMs: B,
        chainId: 8453 as const,
        vault: party.vault,
        attemptId: attempt.id,
        facts,
        alarm: null,
      };
      expect(await store.run(recordDeepReorg, reorg)).toEqual({ changed: true });
      expect(await store.run(recordDeepReorg, reorg)).toEqual({ changed: false });
      await store.run(unfreezeVault, { chainId: 8453, ...party, messageHash: "0x1" });
      nonces.set(party.agent, attempt.nonce + 1);
      expect(await sync(store, party, 11 * PERCENT)).toEqual(
        refused(11 * PERCENT, percent * PERCENT),
      );
    },
  );

  describe("what a fresh signature allows", () => {
    type Wanted = { dayBps?: number; syncBps?: number } | null;
    const set = (
      store: TestStore,
      { operator, vault }: Party,
      limits: Wanted,
      messageHash?: string,
    ) =>
      store.run(saveLossBudget, { nowMs: B, operator, vault, chainId: 8453, limits, messageHash });

    test("default: over the shield's threshold, this vault alone, twice that a week", async () => {
      const store = redis().store();
      const party = await delegated(store);
      expect(await set(store, party, { syncBps: 1_500 })).toEqual({
        ok: false,
        code: "fresh_signature_needed",
      });
      const saved = { ok: true, dayBps: 1_000, weekBps: 1_500, syncBps: 1_500 };
      expect(await set(store, party, { syncBps: 1_500 }, `0x${"51".repeat(32)}`)).toEqual(saved);
      expect(await sync(store, party, 15 * PERCENT)).toBe("ok");
      expect(await sync(store, party, 1)).toEqual(refused(1, 15 * PERCENT, undefined, 1_500));
      // It stands when the loss budget is changed, and goes with a reset.
      expect(await set(store, party, { dayBps: 500 })).toEqual({ ...saved, dayBps: 500 });
      expect(await set(store, party, null, `0x${"52".repeat(32)}`)).toEqual({
        ...saved,
        syncBps: 1_000,
      });
      expect(await sync(store, await delegated(store), 10 * PERCENT + 1)).toEqual(
        refused(10 * PERCENT + 1, 0),
      );
    });

    test("behavior: less needs none; a lower threshold allows only what was signed", async () => {
      const store = redis().store();
      const party = await delegated(store);
      expect(await set(store, party, { syncBps: 200 })).toMatchObject({ ok: true, syncBps: 200 });
      expect(await sync(store, party, 2 * PERCENT + 1)).toEqual(
        refused(2 * PERCENT + 1, 0, 0, 200),
      );
      expect(await set(store, party, null)).toEqual({ ok: false, code: "fresh_signature_needed" });
      expect(await set(store, party, { syncBps: 201 })).toEqual({
        ok: false,
        code: "fresh_signature_needed",
      });
    });
  });
});
