import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeNavShield, type NavShieldInput } from "../../../src/shields/judge-nav-shield.ts";

const reading = (unitaryValue: bigint, netTotalValue = 1_000_000n) => ({
  unitaryValue,
  netTotalValue,
});
const input = (change: Partial<NavShieldInput> = {}): NavShieldInput => ({
  before: reading(1_000_000n),
  after: reading(1_000_000n),
  totalSupply: 5_000_000n,
  baselineUnitaryValue: null,
  thresholdBps: 1_000,
  ...change,
});
const judge = (change: Partial<NavShieldInput>) => judgeNavShield(input(change));

describe("NAV per unit", () => {
  // 10% of 1000000 is 100000 (spec default): "by more than the threshold" blocks, equal passes.
  test.each([
    [900_000n, 1_000, true],
    [899_999n, 1_001, false],
    [999_999n, 1, true],
    [1_000_000n, 0, true],
    [1_000_001n, 0, true],
    [2_000_000n, 0, true],
  ])("args: from 1000000 to %i", (after, lossBps, passes) => {
    const verdict = judge({ after: reading(after) });
    expect(verdict.ok).toBe(passes);
    expect(verdict.ok ? verdict.value.lossBps : verdict.details?.lossBps).toBe(lossBps);
  });

  test("behavior: the loss is not rounded down: 10.00001% is more than 10%", () => {
    expect(judge({ before: reading(10_000_000n), after: reading(8_999_999n) })).toEqual({
      ok: false,
      code: "nav_shield_blocked",
      message:
        "The vault's NAV per unit would end 10.01% below its value before the transaction, " +
        "more than the NAV Shield threshold of 10%. Trade a smaller amount, or raise the " +
        "threshold if this is intended.",
      details: {
        measured: true,
        basis: "unitaryValue",
        lossBps: 1_001,
        thresholdBps: 1_000,
        before: "10000000",
        after: "8999999",
        baseline: null,
      },
    });
  });

  test("default: the whole verdict of a call that passes", () => {
    expect(judge({ after: reading(950_000n), baselineUnitaryValue: 1_050_000n })).toEqual({
      ok: true,
      value: {
        measured: true,
        basis: "unitaryValue",
        lossBps: 953,
        thresholdBps: 1_000,
        before: "1000000",
        after: "950000",
        baseline: "1050000",
      },
    });
  });

  test.each([
    [1_000_000n, 900_000n, true],
    [1_000_001n, 900_000n, false],
    [1_100_000n, 990_000n, true],
    [1_100_000n, 989_999n, false],
    // Of a NAV above its high a loss is a share of the high: a tenth of 999,999 is less than the
    // 100,000 that 900,000 would cost.
    [999_999n, 900_001n, true],
    [999_999n, 900_000n, false],
  ])("args: a 24-hour baseline of %i, ending at %i", (baselineUnitaryValue, after, passes) => {
    expect(judge({ after: reading(after), baselineUnitaryValue }).ok).toBe(passes);
  });

  test("behavior: literally the higher: gains blocked while vault is far below baseline", () => {
    const verdict = judge({ after: reading(1_010_000n), baselineUnitaryValue: 1_200_000n });
    expect(verdict).toMatchObject({
      code: "nav_shield_blocked",
      message:
        "The vault's NAV per unit would end 15.84% below its highest value of the last 24 " +
        "hours, more than the NAV Shield threshold of 10%. Trade a smaller amount, or raise " +
        "the threshold if this is intended.",
      details: { lossBps: 1_584, baseline: "1200000" },
    });
    expect(judge({ after: reading(1_080_000n), baselineUnitaryValue: 1_200_000n }).ok).toBe(true);
  });

  test("behavior: netTotalValue does not matter while there is supply", () => {
    expect(judge({ before: reading(1_000_000n, 900n), after: reading(1_000_000n, 1n) }).ok).toBe(
      true,
    );
    expect(
      judge({ totalSupply: 1n, before: reading(1_000_000n, 900n), after: reading(1_000_000n, 1n) })
        .ok,
    ).toBe(true);
  });

  test.each([100, 10_000])("args: a threshold of %i bps", (thresholdBps) => {
    const lowest = 1_000_000n - BigInt(thresholdBps) * 100n;
    const after = lowest > 2n ? lowest : 2n;
    expect(judge({ after: reading(after), thresholdBps }).ok).toBe(true);
    if (thresholdBps < 10_000)
      expect(judge({ after: reading(after - 1n), thresholdBps }).ok).toBe(false);
  });
});

describe("what cannot be measured", () => {
  test.each<[string, Partial<NavShieldInput>, string]>([
    [
      "before",
      { before: { unmeasured: "BaseTokenPriceFeedError" } },
      "before it: BaseTokenPriceFeedError",
    ],
    ["after", { after: { unmeasured: "the swap reverts" } }, "after it: the swap reverts"],
    [
      "0 before, which no vault answers",
      { before: reading(0n) },
      "before it: the vault reports nothing",
    ],
    ["the sentinel after", { after: reading(1n) }, "after it: the vault reports no positive value"],
    [
      "the sentinel after, at a threshold of 100%",
      { after: reading(1n), thresholdBps: 10_000 },
      "after it: the vault reports no positive value",
    ],
    [
      "0 after, as the view has it",
      { after: reading(0n) },
      "after it: the vault reports no positive value",
    ],
    [
      "the sentinel on both sides",
      { before: reading(1n), after: reading(1n) },
      "after it: the vault reports no positive value",
    ],
  ])("error: %s", (_, change, reason) => {
    expect(judge(change)).toEqual({
      ok: false,
      code: "nav_shield_blocked",
      message:
        `The effect on the vault's NAV cannot be measured (${reason}), so the transaction ` +
        "was blocked.",
      details: { measured: false, reason, thresholdBps: change.thresholdBps ?? 1_000 },
    });
  });

  test("behavior: a valueless vault gaining some passes, unless its baseline was higher", () => {
    expect(judge({ before: reading(1n), after: reading(2n) }).ok).toBe(true);
    expect(
      judge({ before: reading(1n), after: reading(2n), baselineUnitaryValue: 1_000_000n }).ok,
    ).toBe(false);
  });

  test("behavior: an unmeasured side blocks a vault without supply too", () => {
    expect(judge({ totalSupply: 0n, after: { unmeasured: "x" } }).ok).toBe(false);
  });
});

describe("a vault without supply is judged by its net value, without the baseline", () => {
  const unit = 1_000_000n;
  test.each([
    [1_000n, 900n, true],
    [1_000n, 899n, false],
    [1_000n, 1_001n, true],
    [0n, 0n, true],
    [0n, 5n, true],
  ])("args: from %i to %i", (before, after, passes) => {
    const verdict = judge({
      totalSupply: 0n,
      before: reading(unit, before),
      after: reading(unit, after),
      baselineUnitaryValue: 9_000_000n,
    });
    expect(verdict.ok).toBe(passes);
  });

  test("behavior: only a net value of 0 passes unmeasured", () => {
    const empty = {
      measured: false,
      basis: "netTotalValue",
      lossBps: 0,
      thresholdBps: 1_000,
      before: "0",
      after: "0",
      baseline: null,
    };
    expect(judge({ totalSupply: 0n, before: reading(unit, 0n), after: reading(unit, 0n) })).toEqual(
      {
        ok: true,
        value: empty,
      },
    );
    const some = judge({ totalSupply: 0n, before: reading(unit, 1n), after: reading(unit, 1n) });
    expect(some.ok && some.value.measured).toBe(true);
    expect(
      judge({ totalSupply: 0n, before: reading(unit, 1n), after: reading(unit, 0n) }),
    ).toMatchObject({
      message:
        "The vault's net value would end 100% below its value before the transaction, more " +
        "than the NAV Shield threshold of 10%. Trade a smaller amount, or raise the " +
        "threshold if this is intended.",
    });
  });

  test("behavior: the sentinel of NAV per unit says nothing here", () => {
    expect(judge({ totalSupply: 0n, before: reading(1n, 10n), after: reading(1n, 10n) }).ok).toBe(
      true,
    );
  });
});

test("behavior: blocked exactly if the end is below reference less threshold, as fractions", () => {
  const value = fc.bigInt(2n, 2n ** 128n);
  fc.assert(
    fc.property(
      value,
      fc.option(value),
      fc.integer({ min: 100, max: 10_000 }),
      fc.bigInt(-2n, 2n),
      (before, baseline, thresholdBps, off) => {
        const reference = baseline !== null && baseline > before ? baseline : before;
        // Independent: the lowest end that may pass, rounded up.
        const whole = baseline ?? before;
        const floor = reference - (whole * BigInt(thresholdBps)) / 10_000n;
        const after = floor + off;
        fc.pre(after > 1n);
        const verdict = judge({
          before: reading(before),
          after: reading(after),
          baselineUnitaryValue: baseline,
          thresholdBps,
        });
        expect(verdict.ok).toBe(after >= floor);
        const lossBps = Number(verdict.ok ? verdict.value.lossBps : verdict.details?.lossBps);
        const loss = reference > after ? reference - after : 0n;
        expect(BigInt(lossBps) * whole >= loss * 10_000n).toBe(true);
        expect((BigInt(lossBps) - 1n) * whole < loss * 10_000n || lossBps === 0).toBe(true);
      },
    ),
  );
});
