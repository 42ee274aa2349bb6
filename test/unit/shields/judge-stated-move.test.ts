import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lossPpb } from "../../../src/pipeline/held-loss.ts";
import { judgeNavShield } from "../../../src/shields/judge-nav-shield.ts";
import type { NavEffect } from "../../../src/shields/judge-stated-move.ts";

/** 100,000 units at 1.00; a sync of 1,000, of which 999 arrive. */
const before = { unitaryValue: 1_000_000n, netTotalValue: 100_000_000_000n };
const after = { unitaryValue: 990_000n, netTotalValue: 99_000_000_000n };
const moves = (toleranceBps: number, amountBase = 999_000_000n): NavEffect => ({
  kind: "moves",
  amountBase,
  toleranceBps,
});
const common = { totalSupply: 100_000_000_000n, baselineUnitaryValue: null, thresholdBps: 100 };

describe("a stated move to another chain", () => {
  test("default: is no loss; its fee is", () => {
    const verdict = judgeNavShield({ ...common, before, after, effect: moves(100) });
    if (!verdict.ok) throw new Error(verdict.message);
    expect(verdict.value).toMatchObject({
      lossBps: 1,
      stated: { perUnit: "9990", amountBase: "999000000", bps: 100 },
    });
    // 10 of 990,010 a unit.
    expect(lossPpb(verdict.value)).toBe(10_101);
  });

  test("args: exactly the tolerance passes, by what left and not by what was said", () => {
    expect(judgeNavShield({ ...common, before, after, effect: moves(100) }).ok).toBe(true);
    for (const amount of [999_000_000n, 1n])
      expect(judgeNavShield({ ...common, before, after, effect: moves(99, amount) })).toMatchObject(
        {
          ok: false,
          code: "nav_shield_blocked",
          message:
            "The sync would move 1% of the vault's value, more than the sync tolerance of " +
            "0.99%. Sync a smaller amount, or raise the sync tolerance if this is intended.",
          details: { movedBps: 100, toleranceBps: 99 },
        },
      );
  });

  test("error: what leaves beside the stated amount is a loss", () => {
    const verdict = judgeNavShield({
      ...common,
      before,
      after,
      effect: moves(10_000, 1_000_000n),
      thresholdBps: 99,
    });
    expect(verdict).toMatchObject({ ok: false, details: { lossBps: 100 } });
    expect(judgeNavShield({ ...common, before, after, thresholdBps: 99 })).toMatchObject({
      ok: false,
    });
  });

  test("behavior: the 24-hour high is less by it as well, and earlier losses still count", () => {
    const high = (baselineUnitaryValue: bigint, thresholdBps: number) =>
      judgeNavShield({
        ...common,
        before,
        after,
        effect: moves(100),
        baselineUnitaryValue,
        thresholdBps,
      });
    // 1,010,000 less 9,990 is 1,000,010; the end is 100.1 bps below.
    expect(high(1_010_000n, 101)).toMatchObject({ ok: true, value: { lossBps: 101 } });
    expect(high(1_010_000n, 100)).toMatchObject({ ok: false, code: "nav_shield_blocked" });
  });

  test("error: nothing to measure it by", () => {
    const empty = { unitaryValue: 1_000_000n, netTotalValue: 0n };
    const refused = {
      ok: false,
      code: "nav_shield_blocked",
      message: "What would move to the other chain cannot be measured. Nothing was built.",
      details: { measured: false },
    };
    expect(
      judgeNavShield({ ...common, before: empty, after: empty, effect: moves(10_000) }),
    ).toMatchObject(refused);
    expect(judgeNavShield({ ...common, before, after, effect: moves(10_000, 0n) })).toMatchObject(
      refused,
    );
  });

  test("behavior: whatever the amounts, it never explains more than what was stated", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(amount, amount, amount, (total, unit, stated) => {
        const start = { unitaryValue: unit + 1n, netTotalValue: total };
        const verdict = judgeNavShield({
          ...{
            before: start,
            after: start,
            totalSupply: 1n,
            baselineUnitaryValue: null,
            thresholdBps: 10_000,
          },
          effect: moves(10_000, stated),
        });
        if (!verdict.ok || verdict.value.stated === undefined) return;
        const { perUnit } = verdict.value.stated;
        expect(BigInt(perUnit) * total <= stated * start.unitaryValue).toBe(true);
      }),
    );
  });
});
