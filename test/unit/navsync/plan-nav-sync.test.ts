import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { type ComparedChain, planNavSync } from "../../../src/navsync/plan-nav-sync.ts";

const nav = (
  chainId: ChainId,
  netTotalValueBase: bigint,
  effectiveSupply: bigint,
  decimals = 18,
): ComparedChain => ({
  ...{ chainId, baseKind: "USDC", decimals, netTotalValueBase, effectiveSupply },
});
/** As a fraction of large integers, so that nothing here rounds. */
const isUpTo = (a: ComparedChain, b: ComparedChain): boolean =>
  a.netTotalValueBase * b.effectiveSupply <= b.netTotalValueBase * a.effectiveSupply;

describe("planNavSync", () => {
  test("default: from highest to lowest, what brings the first to the common NAV per unit", () => {
    // NAV per unit 1.1, 1 and 0.9, in common 1: both ends are ten values away from it, which is
    // what moves.
    const chains = [nav(8453, 110n, 100n), nav(10, 100n, 100n), nav(1, 90n, 100n)];
    expect(planNavSync(chains, 200)).toEqual({
      kind: "apart",
      from: 8453,
      to: 1,
      value18: 10n,
      spreadBps: 2_222,
    });
  });

  test("behavior: a small chain takes only what it lacks, gives only its excess", () => {
    // In common (10,100 + 90) / 10,100; the small chain lacks 10 x ... of it.
    const low = planNavSync([nav(8453, 1_010_000n, 1_000_000n), nav(1, 900n, 1_000n)], 200);
    expect(low).toMatchObject({ kind: "apart", from: 8453, to: 1, value18: 109n });
    const high = planNavSync([nav(8453, 1_000_000n, 1_000_000n), nav(1, 1_100n, 1_000n)], 200);
    expect(high).toMatchObject({ kind: "apart", from: 1, to: 8453, value18: 99n });
  });

  test.each([
    [10_199n, "balanced", 199],
    [10_200n, "balanced", 200],
    [10_201n, "apart", 201],
  ])(
    "boundary: more than the threshold, exactly: %s against 10000 at 200 bps",
    (value, kind, spreadBps) => {
      expect(planNavSync([nav(8453, value, 10_000n), nav(1, 10_000n, 10_000n)], 200)).toMatchObject(
        { kind, spreadBps },
      );
    },
  );

  test("boundary: a fraction of a basis point above the threshold is above it", () => {
    const chains = [
      nav(8453, 1_020_000_001n, 1_000_000_000n),
      nav(1, 1_000_000_000n, 1_000_000_000n),
    ];
    expect(planNavSync(chains, 200)).toMatchObject({ kind: "apart", spreadBps: 200 });
  });

  test("behavior: chains without units or value are not compared; under two say nothing", () => {
    const [a, b] = [nav(8453, 120n, 100n), nav(1, 100n, 100n)];
    expect(planNavSync([a, nav(10, 5n, 0n), nav(56, 0n, 7n), b], 200)).toMatchObject({
      from: 8453,
      to: 1,
      value18: 10n,
    });
    expect(planNavSync([a, nav(10, 5n, 0n)], 200)).toBeUndefined();
    expect(planNavSync([], 200)).toBeUndefined();
  });

  test("behavior: chains of other base tokens are not compared; the widest group is taken", () => {
    const weth = (chainId: ChainId, value: bigint) => ({
      ...nav(chainId, value, 100n),
      baseKind: "WETH",
    });
    expect(planNavSync([nav(8453, 120n, 100n), weth(1, 100n)], 200)).toBeUndefined();
    const chains = [nav(8453, 105n, 100n), nav(1, 100n, 100n), weth(10, 130n), weth(137, 100n)];
    expect(planNavSync(chains, 200)).toMatchObject({ from: 10, to: 137, spreadBps: 3_000 });
  });

  test("behavior: 6 and 18 decimals of the same token are the same", () => {
    const chains = [nav(8453, 1_100_000n, 1_000_000n, 6), nav(56, 9n * 10n ** 17n, 10n ** 18n)];
    expect(planNavSync(chains, 200)).toEqual({
      ...{ kind: "apart", from: 8453, to: 56, value18: 10n ** 17n, spreadBps: 2_222 },
    });
  });

  test("property: what moves never turns the two round, and always brings them closer", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 40n });
    const chain = fc.tuple(fc.constantFrom<ChainId>(1, 10, 56, 137, 8453), amount, amount);
    fc.assert(
      fc.property(
        fc.uniqueArray(chain, { minLength: 2, selector: ([id]) => id }),
        fc.integer({ min: 10, max: 10_000 }),
        (given, bps) => {
          const chains = given.map(([chainId, value, supply]) => nav(chainId, value, supply));
          const plan = planNavSync(chains, bps);
          if (plan?.kind !== "apart") return;
          const [from, to] = [
            chains.find((one) => one.chainId === plan.from)!,
            chains.find((one) => one.chainId === plan.to)!,
          ];
          expect(chains.every((one) => isUpTo(one, from) && isUpTo(to, one))).toBe(true);
          expect(plan.value18 >= 0n && plan.value18 < from.netTotalValueBase).toBe(true);
          const [less, more] = [
            { ...from, netTotalValueBase: from.netTotalValueBase - plan.value18 },
            { ...to, netTotalValueBase: to.netTotalValueBase + plan.value18 },
          ];
          expect(isUpTo(more, less)).toBe(true);
        },
      ),
    );
  });
});
