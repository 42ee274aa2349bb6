import fc from "fast-check";
import { parseGwei } from "viem";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/calls/attempt.ts";
import { EVERY_CHAIN_ID } from "../../../schemas/chains.ts";
import { chainOf } from "../../../src/chain-of.ts";
import { bumpFees, feesOf, planFees, wireFees } from "../../../src/fees/plan-fees.ts";
import { secondCopies } from "../chain/second-copies.ts";

const GWEI = 10n ** 9n;
const chainIds = EVERY_CHAIN_ID;
const base = { chainId: 8453 as const, baseFeeWei: 10_000_000n, suggestedTipWei: 1_000_000n };

describe("the caps of the chains", () => {
  test("default: the table of docs/facts/venues.md 6, in wei", () => {
    // By hand in each chain's second copy, in gwei as there.
    const expected = secondCopies.map(({ id, gasCapGwei }) => [
      id,
      {
        maxFeeWei: parseGwei(gasCapGwei.maxFee),
        priorityWei: parseGwei(gasCapGwei.priority),
        priorityIsFixed: gasCapGwei.priorityIsFixed,
      },
    ]);
    expect(new Map(chainIds.map((id) => [id, chainOf(id).gasCap]))).toEqual(
      new Map(expected as never),
    );
  });
});

test("feesOf and wireFees are each other's inverse", () => {
  const wire = { maxFeePerGas: "8500000", maxPriorityFeePerGas: "1000000" };
  // Safe: no more of an attempt is read.
  const fees = feesOf(wire as Attempt);
  expect(fees).toEqual({ maxFeePerGas: 8_500_000n, maxPriorityFeePerGas: 1_000_000n });
  expect(wireFees(fees)).toEqual(wire);
});

describe("planFees", () => {
  test("default: one and a half times the base fee, rounded up, plus the node's tip", () => {
    expect(planFees(base)).toEqual({
      ok: true,
      value: { maxFeePerGas: 16_000_000n, maxPriorityFeePerGas: 1_000_000n },
    });
    expect(planFees({ ...base, baseFeeWei: 3n, suggestedTipWei: 0n })).toEqual({
      ok: true,
      value: { maxFeePerGas: 5n, maxPriorityFeePerGas: 0n },
    });
    expect(planFees({ ...base, baseFeeWei: 0n, suggestedTipWei: 0n })).toEqual({
      ok: true,
      value: { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
    });
  });

  test("behavior: a tip above cap/1.21 is undercut, not refused", () => {
    const first = 8_264_462n; // 10000000 / 1.1 / 1.1, each rounded down
    expect(planFees({ ...base, suggestedTipWei: first })).toMatchObject({
      value: { maxPriorityFeePerGas: first },
    });
    expect(planFees({ ...base, suggestedTipWei: first + 1n })).toMatchObject({
      value: { maxPriorityFeePerGas: first },
    });
    expect(planFees({ ...base, suggestedTipWei: 10n * GWEI })).toMatchObject({
      value: { maxPriorityFeePerGas: first },
    });
  });

  test("behavior: mainnet's tip is fixed, whatever the node suggests (it suggests 0)", () => {
    for (const suggestedTipWei of [0n, 1n, GWEI]) {
      expect(planFees({ chainId: 1, baseFeeWei: GWEI, suggestedTipWei })).toEqual({
        ok: true,
        value: { maxFeePerGas: 1_500_000_000n + 8_264_462n, maxPriorityFeePerGas: 8_264_462n },
      });
    }
  });

  test("behavior: on both sides of cap/1.21 and of the cap", () => {
    const plan = (baseFeeWei: bigint) =>
      planFees({ chainId: 8453, baseFeeWei, suggestedTipWei: 0n });
    const first = 33_057_850n; // 40000000 / 1.1 / 1.1, each rounded down
    expect(plan(22_038_567n)).toMatchObject({ value: { maxFeePerGas: first } });
    expect(plan(22_038_566n)).toMatchObject({ value: { maxFeePerGas: 33_057_849n } });
    expect(plan(first)).toMatchObject({ value: { maxFeePerGas: first } });
    expect(plan(first + 1n)).toMatchObject({ value: { maxFeePerGas: 40_000_000n } });
    expect(plan(40_000_000n)).toMatchObject({ value: { maxFeePerGas: 40_000_000n } });
    expect(plan(40_000_001n)).toEqual({
      ok: false,
      code: "gas_above_cap",
      message:
        "Gas on chain 8453 costs 40000001 wei now, more than the hard cap of 40000000 wei. " +
        "Try again when the network is quieter.",
      details: { chainId: 8453, neededWei: "40000001", capWei: "40000000" },
    });
  });

  test("behavior: the tip counts against the cap", () => {
    expect(planFees({ chainId: 8453, baseFeeWei: 40_000_000n, suggestedTipWei: 1n }).ok).toBe(
      false,
    );
    expect(planFees({ chainId: 8453, baseFeeWei: 39_999_999n, suggestedTipWei: 1n })).toMatchObject(
      {
        value: { maxFeePerGas: 40_000_000n, maxPriorityFeePerGas: 1n },
      },
    );
  });

  test("behavior: never above a cap or below base fee need; room for two bumps if allowed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...chainIds),
        fc.bigInt(0n, 600n * GWEI),
        fc.bigInt(0n, 200n * GWEI),
        (chainId, baseFeeWei, suggestedTipWei) => {
          const { gasCap: cap } = chainOf(chainId);
          const plan = planFees({ chainId, baseFeeWei, suggestedTipWei });
          if (!plan.ok) {
            expect(baseFeeWei + suggestedTipWei + cap.priorityWei > cap.maxFeeWei).toBe(true);
            return;
          }
          const { maxFeePerGas, maxPriorityFeePerGas } = plan.value;
          expect(
            maxFeePerGas <= cap.maxFeeWei && maxPriorityFeePerGas * 121n <= cap.priorityWei * 100n,
          ).toBe(true);
          expect(maxFeePerGas >= baseFeeWei + maxPriorityFeePerGas).toBe(true);
          if ((baseFeeWei + maxPriorityFeePerGas) * 122n > cap.maxFeeWei * 100n) return;
          const bumped = (previous: typeof plan.value) =>
            bumpFees({ chainId, baseFeeWei, suggestedTipWei, previous });
          const second = bumped(plan.value);
          const third = second.ok ? bumped(second.value) : second;
          expect(third.ok).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(chainIds)("behavior: two replacements fit on chain %i with a full tip", (chainId) => {
    const fees = { chainId, baseFeeWei: 0n, suggestedTipWei: 1_000n * GWEI };
    const first = planFees(fees);
    const second = first.ok ? bumpFees({ ...fees, previous: first.value }) : first;
    const third = second.ok ? bumpFees({ ...fees, previous: second.value }) : second;
    expect(third.ok).toBe(true);
    expect(third.ok && bumpFees({ ...fees, previous: third.value }).ok).toBe(false);
  });
});

describe("bumpFees", () => {
  const previous = { maxFeePerGas: 16_000_000n, maxPriorityFeePerGas: 1_000_000n };

  test("default: 10% more on both fields", () => {
    expect(bumpFees({ ...base, baseFeeWei: 1_000_000n, previous })).toEqual({
      ok: true,
      value: { maxFeePerGas: 17_600_000n, maxPriorityFeePerGas: 1_100_000n },
    });
  });

  test("behavior: rounded up, and 1 wei at least", () => {
    const bump = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) =>
      bumpFees({
        chainId: 8453,
        baseFeeWei: 0n,
        suggestedTipWei: 0n,
        previous: { maxFeePerGas, maxPriorityFeePerGas },
      });
    expect(bump(11n, 1n)).toMatchObject({ value: { maxFeePerGas: 13n, maxPriorityFeePerGas: 2n } });
    expect(bump(10n, 0n)).toMatchObject({ value: { maxFeePerGas: 11n, maxPriorityFeePerGas: 1n } });
    expect(bump(0n, 0n)).toMatchObject({ value: { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } });
  });

  test("behavior: at least what a first attempt would offer now", () => {
    expect(
      bumpFees({ ...base, baseFeeWei: 20_000_000n, suggestedTipWei: 2_000_000n, previous }),
    ).toEqual({
      ok: true,
      value: { maxFeePerGas: 32_000_000n, maxPriorityFeePerGas: 2_000_000n },
    });
  });

  test("behavior: the raised tip still fits above the base fee", () => {
    const bumped = bumpFees({
      chainId: 8453,
      baseFeeWei: 27_000_000n,
      suggestedTipWei: 0n,
      previous: { maxFeePerGas: 28_000_000n, maxPriorityFeePerGas: 8_000_000n },
    });
    expect(bumped).toMatchObject({
      value: { maxFeePerGas: 35_800_000n, maxPriorityFeePerGas: 8_800_000n },
    });
  });

  // The caps of chain 8453: 40000000 and 10000000; a tenth more than 36363636 and 9090909 are the
  // last values below them.
  test.each([
    [
      "the fee can be raised once more",
      { maxFeePerGas: 33_057_850n, maxPriorityFeePerGas: 1n },
      36_363_635n,
    ],
    [
      "the fee cannot be raised again",
      { maxFeePerGas: 33_057_851n, maxPriorityFeePerGas: 1n },
      40_000_000n,
    ],
    [
      "the tip can be raised once more",
      { maxFeePerGas: 10_000_000n, maxPriorityFeePerGas: 8_264_462n },
      11_000_000n,
    ],
    [
      "the tip cannot be raised again",
      { maxFeePerGas: 10_000_000n, maxPriorityFeePerGas: 8_264_463n },
      40_000_000n,
    ],
  ])("behavior: the last replacement offers the whole cap: %s", (_, last, maxFeePerGas) => {
    const bumped = bumpFees({ chainId: 8453, baseFeeWei: 0n, suggestedTipWei: 0n, previous: last });
    expect(bumped).toMatchObject({ ok: true, value: { maxFeePerGas } });
  });

  test("behavior: on mainnet, a fixed tip fitting twice, any base fee under cap is payable", () => {
    const mainnet = { chainId: 1 as const, suggestedTipWei: 0n };
    const first = planFees({ ...mainnet, baseFeeWei: GWEI });
    const second = first.ok
      ? bumpFees({ ...mainnet, baseFeeWei: GWEI, previous: first.value })
      : first;
    const third = second.ok
      ? bumpFees({ ...mainnet, baseFeeWei: GWEI, previous: second.value })
      : second;
    expect(second).toMatchObject({
      value: { maxFeePerGas: 1_659_090_909n, maxPriorityFeePerGas: 9_090_909n },
    });
    expect(third).toMatchObject({
      value: { maxFeePerGas: 5n * GWEI, maxPriorityFeePerGas: 10_000_000n },
    });
  });

  test("behavior: a base fee within a tip of the cap pays less tip; one above is not paid", () => {
    const at = (baseFeeWei: bigint) =>
      bumpFees({ chainId: 8453, baseFeeWei, suggestedTipWei: 1_000_000n, previous });
    for (const baseFeeWei of [38_900_000n, 38_900_001n, 39_000_001n, 40_000_000n])
      expect(at(baseFeeWei)).toMatchObject({
        value: { maxFeePerGas: 40_000_000n, maxPriorityFeePerGas: 1_100_000n },
      });
    expect(at(40_000_001n)).toMatchObject({
      ok: false,
      code: "gas_above_cap",
      details: { capWei: "40000000" },
    });
  });

  test.each([
    [
      "the fee at its last possible value",
      { maxFeePerGas: 36_363_636n, maxPriorityFeePerGas: 1n },
      true,
    ],
    ["the fee one wei above", { maxFeePerGas: 36_363_637n, maxPriorityFeePerGas: 1n }, false],
    [
      "the tip at its last possible value",
      { maxFeePerGas: 10_000_000n, maxPriorityFeePerGas: 9_090_909n },
      true,
    ],
    [
      "the tip one wei above",
      { maxFeePerGas: 10_000_000n, maxPriorityFeePerGas: 9_090_910n },
      false,
    ],
  ])("args: %s", (_, last, fits) => {
    const bumped = bumpFees({ chainId: 8453, baseFeeWei: 0n, suggestedTipWei: 0n, previous: last });
    expect(bumped.ok).toBe(fits);
  });

  test("error: says what it would have taken", () => {
    expect(
      bumpFees({
        ...base,
        previous: { maxFeePerGas: 40_000_000n, maxPriorityFeePerGas: 1_000_000n },
      }),
    ).toEqual({
      ok: false,
      code: "gas_above_cap",
      message:
        "The waiting transaction on chain 8453 cannot be replaced: 10% more than before is " +
        "above the hard gas cap. It stays as it is.",
      details: { chainId: 8453, maxFeePerGas: "44000000", maxPriorityFeePerGas: "1100000" },
    });
  });

  test("error: a base fee above the cap", () => {
    expect(bumpFees({ ...base, baseFeeWei: GWEI, previous })).toMatchObject({
      code: "gas_above_cap",
      details: { capWei: "40000000" },
    });
  });
});
