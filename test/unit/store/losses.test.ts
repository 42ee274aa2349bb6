import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { raiseLoss } from "../../../src/store/attempts/raise-loss.ts";
import { recordDeepReorg } from "../../../src/store/attempts/record-deep-reorg.ts";
import { unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveLossBudget } from "../../../src/store/vaults/save-loss-budget.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newHash } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

const HALF_HOUR = 1_800_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Start of a half hour. */
const B = 993_456 * HALF_HOUR;
/** Parts per billion of one per cent, and of one basis point. */
const PERCENT = 10_000_000;
const BPS = 100_000;

async function delegated(
  store: TestStore,
  party: Party = newParty(),
  chainId: 8453 | 10 = 8453,
): Promise<Party> {
  const { vault, operator, agent } = party;
  await store.run(saveDelegation, { record: delegationOf(vault, operator, agent, { chainId }) });
  return party;
}

let count = 0;
/** Next nonce of each agent. */
const nonces = new Map<string, number>();
function attemptFor({ vault, operator, agent }: Party, changes: Partial<Attempt> = {}): Attempt {
  count += 1;
  const nonce = nonces.get(agent) ?? 0;
  const { orderId: _, sliceNumber: __, ...base } = attemptOf(vault, operator, agent, { nonce });
  return { ...base, id: `call:L-${count}`, ...changes };
}

/**
 * The next call of a wallet, which loses so much; at once confirmed, so that the nonce queue is
 * free for another.
 */
async function lose(store: TestStore, party: Party, lossPpb: number | undefined, nowMs = B) {
  const attempt = attemptFor(party);
  const chainNonce = attempt.nonce;
  const answer = await store.run(prepareAttempt, {
    nowMs,
    attempt,
    chainNonce,
    nextCheckMs: nowMs,
    loss: lossPpb === undefined ? undefined : { lossPpb },
  });
  if (!answer.ok) return answer;
  await end(store, attempt, "confirmed", nowMs);
  nonces.set(party.agent, attempt.nonce + 1);
  return "ok";
}
const end = (
  store: TestStore,
  attempt: Attempt,
  status: "confirmed" | "reverted" | "replaced" | "never_sent",
  nowMs = B,
) => store.run(closeAttempt, { nowMs, attempt: { record: { ...attempt, status } } });

const figures = (
  lossPpb: number,
  dayPpb: number,
  weekPpb = dayPpb,
  dayLimitBps = 1_000,
  weekLimitBps = 1_500,
) => ({
  ok: false,
  code: "loss_budget_exceeded",
  losses: { lossPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps, isHeld: false },
});
/** The same, where the sum is that high only by what open attempts hold. */
const heldFigures = (lossPpb: number, dayPpb: number, weekPpb = dayPpb) => {
  const refused = figures(lossPpb, dayPpb, weekPpb);
  return { ...refused, losses: { ...refused.losses, isHeld: true } };
};

eachRedis((redis) => {
  test("default: 10% of a day pass to the last part, no more; unmoved is unjudged", async () => {
    const store = redis().store();
    const party = await delegated(store);
    expect(await lose(store, party, 4 * PERCENT)).toBe("ok");
    expect(await lose(store, party, 6 * PERCENT)).toBe("ok");
    expect(await lose(store, party, 1)).toEqual(figures(1, 10 * PERCENT));
    // A trade that itself loses nothing still fits exactly; a call that moves no assets is never
    // asked.
    expect(await lose(store, party, 0)).toBe("ok");
    expect(await lose(store, party, undefined)).toBe("ok");
    expect(await lose(store, await delegated(store), 10 * PERCENT + 1)).toEqual(
      figures(10 * PERCENT + 1, 0),
    );
  });

  test("behavior: losses leave day 24 hours past their half hour, week in seven days", async () => {
    const store = redis().store();
    const party = await delegated(store);
    const last = B + HALF_HOUR - 1;
    expect(await lose(store, party, 10 * PERCENT, last)).toBe("ok");
    expect(await lose(store, party, PERCENT, last + DAY)).toEqual(figures(PERCENT, 10 * PERCENT));
    expect(await lose(store, party, PERCENT, B + HALF_HOUR + DAY)).toEqual(
      figures(PERCENT, 10 * PERCENT),
    );
    expect(await lose(store, party, 5 * PERCENT, B + HALF_HOUR + DAY + 1)).toBe("ok");
    // 15% of the week are used up now, though the day has room.
    expect(await lose(store, party, 1, B + HALF_HOUR + DAY + 1)).toEqual(
      figures(1, 5 * PERCENT, 15 * PERCENT),
    );
    expect(await lose(store, party, 1, B + HALF_HOUR + WEEK)).toEqual(figures(1, 0, 15 * PERCENT));
    expect(await lose(store, party, 10 * PERCENT, B + HALF_HOUR + WEEK + 1)).toBe("ok");
  });

  test("behavior: a way out is counted, never refused: other calls find less room", async () => {
    const store = redis().store();
    const party = await delegated(store);
    expect(await lose(store, party, 9 * PERCENT)).toBe("ok");
    const attempt = attemptFor(party);
    const way = {
      attempt,
      chainNonce: attempt.nonce,
      nextCheckMs: B,
      loss: { lossPpb: 4 * PERCENT },
    };
    expect(await store.run(prepareAttempt, { nowMs: B, ...way })).toEqual(
      figures(4 * PERCENT, 9 * PERCENT),
    );
    const out = { ...way, loss: { ...way.loss, isExit: true } as const };
    expect(await store.run(prepareAttempt, { nowMs: B, ...out })).toMatchObject({ ok: true });
    const more = { nowMs: B, attempt, loss: { lossPpb: 30 * PERCENT, isExit: true } as const };
    expect(await store.run(raiseLoss, more)).toEqual({ ok: true });
    await end(store, attempt, "confirmed");
    nonces.set(party.agent, attempt.nonce + 1);
    expect(await lose(store, party, 1)).toEqual(figures(1, 39 * PERCENT));
  });

  test.each(["never_sent", "reverted", "replaced"] as const)(
    "behavior: counted with the intent, an attempt that ends %s gives its loss back, once; a confirmed one keeps it",
    async (status) => {
      const store = redis().store();
      const party = await delegated(store);
      const attempt = attemptFor(party);
      const chainNonce = attempt.nonce;
      const opened = { attempt, chainNonce, nextCheckMs: B, loss: { lossPpb: 7 * PERCENT } };
      expect(await store.run(prepareAttempt, { nowMs: B, ...opened })).toMatchObject({ ok: true });
      const second = { ...attempt, id: `${attempt.id}-2`, nonce: attempt.nonce + 1 };
      const next = { attempt: second, chainNonce, nextCheckMs: B, loss: { lossPpb: 4 * PERCENT } };
      // Neither sent nor mined yet, it counts.
      expect(await store.run(prepareAttempt, { nowMs: B, ...next })).toEqual(
        heldFigures(4 * PERCENT, 7 * PERCENT),
      );
      for (const _twice of [1, 2]) await end(store, attempt, status);
      nonces.set(party.agent, status === "never_sent" ? 0 : 1);
      expect(await lose(store, party, 10 * PERCENT, B + 5 * HALF_HOUR)).toBe("ok");
      expect(await lose(store, party, 1, B + 5 * HALF_HOUR)).toEqual(figures(1, 10 * PERCENT));
    },
  );

  test("behavior: an attempt whose nonce something forgotten used keeps its loss", async () => {
    const store = redis().store();
    const party = await delegated(store);
    const attempt = attemptFor(party);
    const opened = {
      attempt,
      chainNonce: attempt.nonce,
      nextCheckMs: B,
      loss: { lossPpb: 7 * PERCENT },
    };
    expect(await store.run(prepareAttempt, { nowMs: B, ...opened })).toMatchObject({ ok: true });
    await end(store, { ...attempt, isForgotten: true }, "replaced");
    nonces.set(party.agent, attempt.nonce + 1);
    expect(await lose(store, party, 4 * PERCENT)).toEqual(figures(4 * PERCENT, 7 * PERCENT));
  });

  test.each([
    ["replaced", "confirmed", 7],
    ["replaced", "missing", 7],
    ["reverted", "confirmed", 7],
    ["reverted", "replaced", 0],
    ["confirmed", "missing", 7],
  ] as const)(
    "behavior: an attempt that ended %s and that a reorg shows %s has lost %i per cent, once",
    async (status, found, percent) => {
      const store = redis().store();
      const party = await delegated(store);
      const attempt = attemptFor(party);
      const opened = {
        attempt,
        chainNonce: attempt.nonce,
        nextCheckMs: B,
        loss: { lossPpb: 7 * PERCENT },
      };
      expect(await store.run(prepareAttempt, { nowMs: B, ...opened })).toMatchObject({ ok: true });
      const block = { blockNumber: "100", blockHash: newHash() };
      await end(store, { ...attempt, ...block }, status);
      const facts = {
        ...{ kind: "deep_reorg" as const, actor: "scheduler" as const, attempt: attempt.id },
        ...{ recorded: { status, ...block }, found: { status: found } },
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
      expect(await lose(store, party, 11 * PERCENT)).toEqual(
        figures(11 * PERCENT, percent * PERCENT),
      );
    },
  );

  /** An open attempt that holds so much. */
  async function holding(
    store: TestStore,
    party: Party,
    lossPpb: number,
    nowMs = B,
  ): Promise<Attempt> {
    const attempt = attemptFor(party);
    const opened = { attempt, chainNonce: attempt.nonce, nextCheckMs: nowMs, loss: { lossPpb } };
    expect(await store.run(prepareAttempt, { nowMs, ...opened })).toMatchObject({ ok: true });
    return attempt;
  }
  const closeWith = (store: TestStore, attempt: Attempt, lossPpb: number | undefined, nowMs = B) =>
    store.run(closeAttempt, {
      nowMs,
      attempt: { record: { ...attempt, status: "confirmed" }, lossPpb },
    });

  test.each([
    ["less", 5 * PERCENT, 1, 1],
    ["nothing", 5 * PERCENT, 0, 0],
    ["as much", 5 * PERCENT, 5 * PERCENT, 5 * PERCENT],
    ["more, which no calldata allows", 5 * PERCENT, 6 * PERCENT, 5 * PERCENT],
    ["nobody knows how much", 5 * PERCENT, undefined, 5 * PERCENT],
  ] as const)(
    "behavior: a receipt that shows %s corrects what was held, once",
    async (_what, held, shown, counted) => {
      const store = redis().store();
      const party = await delegated(store);
      expect(await lose(store, party, PERCENT)).toBe("ok");
      const attempt = await holding(store, party, held);
      for (const _twice of [1, 2]) await closeWith(store, attempt, shown, B + 3 * HALF_HOUR);
      nonces.set(party.agent, attempt.nonce + 1);
      expect(await lose(store, party, 14 * PERCENT + 1)).toEqual(
        figures(14 * PERCENT + 1, PERCENT + counted),
      );
    },
  );

  test("behavior: what swap bounds do not explain stays, whatever its receipt shows", async () => {
    const store = redis().store();
    const party = await delegated(store);
    const attempt = attemptFor(party);
    const loss = { lossPpb: 3 * PERCENT, floorPpb: 2 * PERCENT };
    const opened = { attempt, chainNonce: attempt.nonce, nextCheckMs: B, loss };
    expect(await store.run(prepareAttempt, { nowMs: B, ...opened })).toMatchObject({ ok: true });
    await closeWith(store, attempt, 1);
    nonces.set(party.agent, attempt.nonce + 1);
    expect(await lose(store, party, 9 * PERCENT)).toEqual(figures(9 * PERCENT, 2 * PERCENT));
  });

  test("behavior: it is corrected in its counted half hour, not below what is left", async () => {
    const store = redis().store();
    const party = await delegated(store);
    const attempt = await holding(store, party, 5 * PERCENT);
    // A week later its half hour is gone, others are there.
    nonces.set(party.agent, attempt.nonce + 1);
    const late = B + WEEK + 3 * HALF_HOUR;
    const next = attemptFor(party);
    const opened = {
      attempt: next,
      chainNonce: attempt.nonce,
      nextCheckMs: late,
      loss: { lossPpb: 2 * PERCENT },
    };
    expect(await store.run(prepareAttempt, { nowMs: late, ...opened })).toMatchObject({ ok: true });
    await closeWith(store, attempt, 1, late);
    await closeWith(store, next, undefined, late);
    nonces.set(party.agent, next.nonce + 1);
    expect(await lose(store, party, 9 * PERCENT, late)).toEqual(figures(9 * PERCENT, 2 * PERCENT));
  });

  describe("what a later look finds", () => {
    test("behavior: more than was held is judged, counted instead, in its half hour", async () => {
      const store = redis().store();
      const party = await delegated(store);
      const attempt = await holding(store, party, 3 * PERCENT);
      for (const _twice of [1, 2])
        expect(
          await store.run(raiseLoss, {
            nowMs: B + HALF_HOUR,
            attempt,
            loss: { lossPpb: 9 * PERCENT },
          }),
        ).toEqual({
          ok: true,
        });
      expect(
        await store.run(raiseLoss, {
          nowMs: B + HALF_HOUR,
          attempt,
          loss: { lossPpb: 4 * PERCENT },
        }),
      ).toEqual({
        ok: true,
      });
      await closeWith(store, attempt, undefined);
      nonces.set(party.agent, attempt.nonce + 1);
      const stillHeld = B + 2 * HALF_HOUR + DAY;
      expect(await lose(store, party, 2 * PERCENT, stillHeld)).toEqual(
        figures(2 * PERCENT, 9 * PERCENT),
      );
      expect(await lose(store, party, 2 * PERCENT, stillHeld + 1)).toBe("ok");
    });

    test("error: over budget nothing changes; an unsent call gives back all it held", async () => {
      const store = redis().store();
      const party = await delegated(store);
      expect(await lose(store, party, 8 * PERCENT)).toBe("ok");
      const attempt = await holding(store, party, PERCENT);
      const before = await store.snapshot();
      const over = { nowMs: B, attempt, loss: { lossPpb: 2 * PERCENT + 1 } };
      expect(await store.run(raiseLoss, over)).toEqual(figures(2 * PERCENT + 1, 8 * PERCENT));
      expect(await store.snapshot()).toEqual(before);
      expect(
        await store.run(raiseLoss, { nowMs: B, attempt, loss: { lossPpb: 2 * PERCENT } }),
      ).toEqual({ ok: true });
      await end(store, attempt, "never_sent");
      expect(await lose(store, party, 2 * PERCENT + 1)).toEqual(
        figures(2 * PERCENT + 1, 8 * PERCENT),
      );
      expect(await lose(store, party, 2 * PERCENT)).toBe("ok");
    });

    test("behavior: what held nothing can come to hold; what ended holds its end", async () => {
      const store = redis().store();
      const party = await delegated(store);
      const attempt = await holding(store, party, 0);
      expect(
        await store.run(raiseLoss, { nowMs: B, attempt, loss: { lossPpb: 9 * PERCENT } }),
      ).toEqual({ ok: true });
      await end(store, attempt, "reverted");
      const closed = { ok: false, code: "attempt_closed" };
      expect(
        await store.run(raiseLoss, { nowMs: B, attempt, loss: { lossPpb: 10 * PERCENT } }),
      ).toEqual(closed);
      expect(
        await store.run(raiseLoss, { nowMs: B, attempt: attemptFor(party), loss: { lossPpb: 1 } }),
      ).toEqual(closed);
      nonces.set(party.agent, attempt.nonce + 1);
      expect(await lose(store, party, 10 * PERCENT)).toBe("ok");
    });
  });

  test("behavior: over the limit only by open attempts is distinct in either window", async () => {
    const store = redis().store();
    const party = await delegated(store);
    expect(await lose(store, party, 8 * PERCENT, B)).toBe("ok");
    const late = B + DAY + HALF_HOUR + 1;
    const open = await holding(store, party, 3 * PERCENT, late);
    nonces.set(party.agent, open.nonce + 1);
    const next = (lossPpb: number) => {
      const attempt = attemptFor(party);
      return store.run(prepareAttempt, {
        nowMs: late,
        attempt,
        chainNonce: open.nonce,
        nextCheckMs: late,
        loss: { lossPpb },
      });
    };
    // The day: 3% held and nothing lost. The week: 8% lost as well.
    expect(await next(8 * PERCENT)).toEqual(figures(8 * PERCENT, 3 * PERCENT, 11 * PERCENT));
    expect(await next(7 * PERCENT)).toEqual(heldFigures(7 * PERCENT, 3 * PERCENT, 11 * PERCENT));
    expect(await next(10 * PERCENT + 1)).toEqual(
      figures(10 * PERCENT + 1, 3 * PERCENT, 11 * PERCENT),
    );
    expect(await next(4 * PERCENT)).toMatchObject({ ok: true });
  });

  test("behavior: taken back is that attempt's own, in its counted half hour", async () => {
    const store = redis().store();
    const party = await delegated(store);
    const attempt = attemptFor(party);
    const opened = {
      attempt,
      chainNonce: attempt.nonce,
      nextCheckMs: B,
      loss: { lossPpb: 3 * PERCENT },
    };
    expect(await store.run(prepareAttempt, { nowMs: B, ...opened })).toMatchObject({ ok: true });
    const { nonce } = attempt;
    const second = { ...attemptFor(party), nonce: nonce + 1 };
    const later = {
      attempt: second,
      chainNonce: nonce,
      nextCheckMs: B,
      loss: { lossPpb: 4 * PERCENT },
    };
    expect(await store.run(prepareAttempt, { nowMs: B + HALF_HOUR, ...later })).toMatchObject({
      ok: true,
    });
    await end(store, attempt, "reverted", B + 2 * HALF_HOUR);
    await end(store, second, "confirmed", B + 2 * HALF_HOUR);
    nonces.set(party.agent, 2);
    expect(await lose(store, party, 7 * PERCENT, B + 2 * HALF_HOUR)).toEqual(
      figures(7 * PERCENT, 4 * PERCENT),
    );
  });

  test("behavior: each vault and chain has its own sums, each operator its limits", async () => {
    const store = redis().store();
    const party = await delegated(store);
    expect(await lose(store, party, 9 * PERCENT)).toBe("ok");
    await delegated(store, party, 10);
    const elsewhere = attemptFor(party, { chainId: 10 });
    const there = {
      attempt: elsewhere,
      chainNonce: elsewhere.nonce,
      nextCheckMs: B,
      loss: { lossPpb: 9 * PERCENT },
    };
    expect(await store.run(prepareAttempt, { nowMs: B, ...there })).toMatchObject({ ok: true });
    const strict = await delegated(store);
    await store.run(saveLossBudget, {
      ...strict,
      chainId: 8453,
      limits: { dayBps: 200, weekBps: 300 },
    });
    expect(await lose(store, strict, 2 * PERCENT)).toBe("ok");
    expect(await lose(store, strict, 1)).toEqual(figures(1, 2 * PERCENT, 2 * PERCENT, 200, 300));
    // Tightened below what is lost already, nothing goes any more, not even what loses nothing.
    await store.run(saveLossBudget, { ...strict, chainId: 8453, limits: { dayBps: 100 } });
    expect(await lose(store, strict, 0)).toEqual(figures(0, 2 * PERCENT, 2 * PERCENT, 100, 300));
  });

  describe("the limits", () => {
    const save = (
      store: TestStore,
      { vault, operator }: Party,
      limits: object | null,
      messageHash?: string,
    ) => store.run(saveLossBudget, { vault, operator, chainId: 8453, limits, messageHash });
    const needed = { ok: false, code: "fresh_signature_needed" };

    test("behavior: tightening needs nothing, loosening either limit its own message", async () => {
      const store = redis().store();
      const party = newParty();
      expect(await save(store, party, { dayBps: 1_000, weekBps: 1_500 })).toMatchObject({
        ok: true,
      });
      expect(await save(store, party, { dayBps: 500 })).toEqual({
        ok: true,
        dayBps: 500,
        weekBps: 1_500,
        syncBps: 1_000,
      });
      const before = await store.snapshot();
      for (const looser of [
        { dayBps: 501 },
        { weekBps: 1_501 },
        { dayBps: 100, weekBps: 1_501 },
        null,
      ])
        expect(await save(store, party, looser)).toEqual(needed);
      expect(await store.snapshot()).toEqual(before);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => save(store, party, { dayBps: 900 }, "0xe1")),
      );
      expect(answers.filter(({ ok }) => ok)).toEqual([
        { ok: true, dayBps: 900, weekBps: 1_500, syncBps: 1_000 },
      ]);
      expect(answers.filter(({ ok }) => !ok)).toEqual(
        Array(5).fill({ ok: false, code: "signature_used" }),
      );
      // Used up on a tightening, too: kept, it could loosen what is set later.
      expect(await save(store, party, { dayBps: 300 }, "0xe2")).toMatchObject({ ok: true });
      expect(await save(store, party, { dayBps: 900 }, "0xe2")).toEqual({
        ok: false,
        code: "signature_used",
      });
      expect(await save(store, party, null, "0xe3")).toEqual({
        ok: true,
        dayBps: 1_000,
        weekBps: 1_500,
        syncBps: 1_000,
      });
    });

    test("behavior: vault's own: loosening one leaves others and other chains alone", async () => {
      const store = redis().store();
      const one = await delegated(store);
      const other = await delegated(store, { ...newParty(), operator: one.operator });
      const there = await delegated(store, one, 10);
      expect(await save(store, one, { dayBps: 2_000, weekBps: 2_000 }, "0xe1")).toEqual({
        ...{ ok: true, dayBps: 2_000, weekBps: 2_000, syncBps: 1_000 },
      });
      expect(await lose(store, one, 12 * PERCENT)).toBe("ok");
      expect(await lose(store, other, 12 * PERCENT)).toEqual(figures(12 * PERCENT, 0));
      const attempt = attemptFor(there, { chainId: 10, nonce: 0 });
      const opened = { attempt, chainNonce: 0, nextCheckMs: B, loss: { lossPpb: 12 * PERCENT } };
      expect(await store.run(prepareAttempt, { nowMs: B, ...opened })).toEqual(
        figures(12 * PERCENT, 0),
      );
      const shown = async ({ vault, operator }: Party, chainId: 8453 | 10) =>
        (await store.run(loadCallContext, { nowMs: B, chainId, vault, operator })).settings;
      expect(await shown(one, 8453)).toEqual({ lossDayBps: 2_000, lossWeekBps: 2_000 });
      expect([await shown(other, 8453), await shown(there, 10)]).toEqual([{}, {}]);
    });

    test("behavior: what an operator set for all vaults stays until each has its own", async () => {
      const store = redis().store();
      const one = await delegated(store);
      const other = await delegated(store, { ...newParty(), operator: one.operator });
      // As they were stored until 2026-11-22.
      await store.command(
        "HSET",
        store.keys.settings(one.operator),
        "lossDayBps",
        "200|",
        "lossWeekBps",
        "300|",
      );
      const old = (lossPpb: number) => figures(lossPpb, 0, 0, 200, 300);
      for (const party of [one, other])
        expect(await lose(store, party, 3 * PERCENT)).toEqual(old(3 * PERCENT));
      // Against these it is decided what loosens: the rest of a vault's own budget is what was in
      // force.
      expect(await save(store, one, { dayBps: 201 })).toEqual(needed);
      expect(await save(store, one, { dayBps: 250 }, "0xe1")).toEqual({
        ok: true,
        dayBps: 250,
        weekBps: 300,
        syncBps: 1_000,
      });
      expect(await lose(store, one, 3 * PERCENT)).toEqual(figures(3 * PERCENT, 0, 0, 250, 300));
      expect(await lose(store, other, 3 * PERCENT)).toEqual(old(3 * PERCENT));
      // Back at the defaults it is not the operator's old one that counts again.
      expect(await save(store, one, null, "0xe2")).toEqual({
        ok: true,
        dayBps: 1_000,
        weekBps: 1_500,
        syncBps: 1_000,
      });
      expect(await lose(store, one, 3 * PERCENT)).toBe("ok");
      expect(await lose(store, other, 3 * PERCENT)).toEqual(old(3 * PERCENT));
    });

    test("error: a limit out of range is never stored", async () => {
      const store = redis().store();
      for (const limits of [{ dayBps: 99 }, { weekBps: 10_001 }, { dayBps: 1.5 }])
        await expect(save(store, newParty(), limits)).rejects.toThrow();
    });
  });

  test("behavior: sums stay exact over many small losses", async () => {
    const store = redis().store();
    const party = await delegated(store);
    for (let n = 0; n < 12; n += 1)
      expect(await lose(store, party, 83 * BPS + 33_333, B + n * HALF_HOUR)).toBe("ok");
    // 12 x 8,333,333 ppb leave 4 of the 100,000,000.
    expect(await lose(store, party, 5, B + 12 * HALF_HOUR)).toEqual(figures(5, 12 * 8_333_333));
    expect(await lose(store, party, 4, B + 12 * HALF_HOUR)).toBe("ok");
  });
});
