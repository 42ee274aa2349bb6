import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeSimulatedOutput } from "../../../src/shields/judge-simulated-output.ts";
import { receiptLossPpb, worstCasePpb } from "../../../src/shields/worst-case-ppb.ts";

const PPB = 1_000_000_000n;
const text = (value: bigint) => value.toString();

/**
 * A swap of any token for any other in a vault of any base token (0 to 24 decimals, so amounts from
 * 1 to 2^128), at exact prices p/q: base units of the base token for one of each. What the oracle
 * tells is rounded down, as the contract does.
 */
const swap = fc
  .record({
    maxIn: fc.bigInt({ min: 1n, max: 1n << 128n }),
    quotedOut: fc.bigInt({ min: 1n, max: 1n << 128n }),
    minOutBps: fc.bigInt({ min: 0n, max: 10_000n }),
    soldBps: fc.bigInt({ min: 0n, max: 10_000n }),
    boughtBps: fc.bigInt({ min: 0n, max: 20_000n }),
    decimals: fc.constantFrom(0n, 6n, 8n, 18n, 24n),
    netTotal: fc.bigInt({ min: 1n, max: 1n << 100n }),
    priceIn: fc.tuple(
      fc.bigInt({ min: 1n, max: 1n << 64n }),
      fc.bigInt({ min: 1n, max: 1n << 64n }),
    ),
    priceOut: fc.tuple(
      fc.bigInt({ min: 1n, max: 1n << 64n }),
      fc.bigInt({ min: 1n, max: 1n << 64n }),
    ),
  })
  .map(
    ({
      maxIn,
      quotedOut,
      minOutBps,
      soldBps,
      boughtBps,
      decimals,
      netTotal,
      priceIn,
      priceOut,
    }) => {
      const minOut = (quotedOut * minOutBps) / 10_000n;
      const bought = (quotedOut * boughtBps) / 10_000n;
      const netTotalValue = netTotal * 10n ** decimals;
      return {
        ...{ maxIn, quotedOut, minOut, netTotalValue, priceIn, priceOut },
        sold: (maxIn * soldBps) / 10_000n,
        bought: bought < minOut ? minOut : bought,
        valuation: {
          baseToken: `0x${"11".repeat(20)}` as const,
          maxInValueBase: text((maxIn * priceIn[0]) / priceIn[1] + 1n),
          amountOutValueBase: text((quotedOut * priceOut[0]) / priceOut[1]),
          netTotalValueBase: text(netTotalValue),
        },
        bounds: {
          maxInBase: text(maxIn),
          amountOutBase: text(quotedOut),
          minOutBase: text(minOut),
        },
      };
    },
  );

/**
 * Whether so many parts per billion cover the exact loss of leaving and arriving amounts, without a
 * division.
 */
function covers(
  ppb: number,
  one: { priceIn: bigint[]; priceOut: bigint[]; netTotalValue: bigint },
  left: bigint,
  got: bigint,
) {
  const [[pIn, qIn], [pOut, qOut]] = [one.priceIn, one.priceOut] as [
    [bigint, bigint],
    [bigint, bigint],
  ];
  const lossTimes = left * pIn * qOut - got * pOut * qIn;
  return BigInt(ppb) * one.netTotalValue * qIn * qOut >= lossTimes * PPB;
}

describe("worstCasePpb", () => {
  test("property: never less than the exact loss at the bounds, up to all of the vault", () => {
    fc.assert(
      fc.property(swap, (one) => {
        const ppb = worstCasePpb(one.valuation, one.bounds, one.netTotalValue);
        expect(ppb % 100_000).toBe(0);
        expect(ppb >= 0 && ppb <= Number(PPB)).toBe(true);
        expect(ppb === Number(PPB) || covers(ppb, one, one.maxIn, one.minOut)).toBe(true);
      }),
    );
  });

  test("property: no more than a basis point and the roundings above it", () => {
    fc.assert(
      fc.property(swap, (one) => {
        const ppb = BigInt(worstCasePpb(one.valuation, one.bounds, one.netTotalValue));
        const [[pIn, qIn], [pOut, qOut]] = [one.priceIn, one.priceOut];
        const exact = one.maxIn * pIn * qOut - one.minOut * pOut * qIn;
        // One unit up for what leaves, two down for what arrives: of the oracle's answer, and of
        // its share.
        const most = exact + 3n * qIn * qOut;
        const above = most > 0n ? most * PPB : 0n;
        expect((ppb - 100_000n) * one.netTotalValue * qIn * qOut <= above).toBe(true);
      }),
    );
  });

  test.each<[string, bigint, bigint, bigint, number]>([
    // 20,000 of 200,000 USDC: 5% below the oracle quoted, 5% slippage.
    ["9.75% of a tenth", 20_000n, 19_000n, 18_050n, 9_800_000],
    ["47.5% at the raised tolerance", 20_000n, 10_000n, 9_500n, 52_500_000],
    ["the oracle's price", 20_000n, 20_000n, 20_000n, 0],
    ["more than the oracle's price", 20_000n, 21_000n, 20_500n, 0],
    ["no least output at all", 200_000n, 200_000n, 0n, 1_000_000_000],
  ])("default: %s", (_what, inValue, outValue, minOut, expected) => {
    const valuation = {
      ...{ baseToken: `0x${"11".repeat(20)}` as const, netTotalValueBase: "200000000000" },
      ...{
        maxInValueBase: text(inValue * 1_000_000n),
        amountOutValueBase: text(outValue * 1_000_000n),
      },
    };
    const bounds = {
      amountOutBase: text(outValue * 10n ** 18n),
      minOutBase: text(minOut * 10n ** 18n),
    };
    expect(worstCasePpb(valuation, bounds, 200_000_000_000n)).toBe(expected);
    expect(worstCasePpb(valuation, bounds, 0n)).toBe(0);
  });

  test("behavior: where nothing was quoted to arrive, all that may leave is at stake", () => {
    const valuation = { maxInValueBase: "100", amountOutValueBase: "0", netTotalValueBase: "1000" };
    const bounds = { amountOutBase: "0", minOutBase: "0" };
    expect(worstCasePpb({ ...valuation, baseToken: `0x${"11".repeat(20)}` }, bounds, 1_000n)).toBe(
      100_000_000,
    );
  });
});

describe("receiptLossPpb", () => {
  test("property: never less than the exact loss moved, never more than the worst held", () => {
    fc.assert(
      fc.property(swap, (one) => {
        const moved = { soldBase: text(one.sold), boughtBase: text(one.bought) };
        const ppb = receiptLossPpb(one.valuation, one.bounds, moved);
        expect(ppb === Number(PPB) || covers(ppb, one, one.sold, one.bought)).toBe(true);
        expect(ppb).toBeLessThanOrEqual(worstCasePpb(one.valuation, one.bounds, one.netTotalValue));
      }),
    );
  });
});

describe("receiptLossPpb by hand", () => {
  // Of a vault that is worth 1,000: 3 could leave, 10 were quoted to arrive.
  const lost = (
    values: { maxIn?: bigint; out?: bigint; net?: bigint },
    { sold = 1n, bought = 0n } = {},
    { maxInBase = "3", amountOutBase = "10" } = {},
  ) =>
    receiptLossPpb(
      {
        baseToken: `0x${"11".repeat(20)}`,
        maxInValueBase: text(values.maxIn ?? 9n),
        amountOutValueBase: text(values.out ?? 20n),
        netTotalValueBase: text(values.net ?? 1_000n),
      },
      { maxInBase, amountOutBase },
      { soldBase: text(sold), boughtBase: text(bought) },
    );

  test.each<[string, Parameters<typeof lost>, number]>([
    // A third of 9 is 3 of 1,000.
    ["what left, exactly", [{}], 3_000_000],
    ["what left, rounded up: a third of 10 is 4", [{ maxIn: 10n }], 4_000_000],
    ["less what arrived: a tenth of 20", [{}, { bought: 1n }], 1_000_000],
    ["what arrived, rounded down: a tenth of 19 is 1", [{ out: 19n }, { bought: 1n }], 2_000_000],
    ["a share that is no whole part, rounded up", [{ maxIn: 3n, net: 3n }], 333_333_334],
    ["nothing, where as much arrived", [{ out: 30n }, { bought: 1n }], 0],
    ["nothing, where more arrived", [{ out: 40n }, { bought: 1n }], 0],
    ["all of it, and never more", [{ maxIn: 9_000n }], 1_000_000_000],
    ["nothing of a vault without value", [{ net: 0n }], 0],
    ["nothing where nothing could leave", [{}, {}, { maxInBase: "0" }], 0],
    [
      "all that left where nothing was quoted",
      [{}, { bought: 5n }, { amountOutBase: "0" }],
      3_000_000,
    ],
  ])("default: %s", (_what, given, expected) => {
    expect(lost(...given)).toBe(expected);
  });
});

describe("judgeSimulatedOutput", () => {
  const base = {
    ...{
      netBeforeBase: 200_000_000_000n,
      soldValueBase: 1_000_000_000n,
      quotedOutValueBase: 1_000_000_000n,
    },
    ...{ newlyCountedBase: 0n, slippageBps: 100 },
  };
  /** What the vault is worth after a swap that brings so much. */
  const judge = (brought: bigint, changes: Partial<typeof base> = {}) => {
    const all = { ...base, ...changes };
    const netAfterBase = all.netBeforeBase - all.soldValueBase + all.newlyCountedBase + brought;
    return judgeSimulatedOutput({ ...all, netAfterBase });
  };

  test("boundary: as far apart as slippage, 1% and the roundings, in either direction", () => {
    expect(judge(980_000_000n - 10n).ok).toBe(true);
    expect(judge(980_000_000n - 11n)).toEqual({
      ok: false,
      code: "simulation_differs_from_quote",
      message:
        "The simulated swap brings the vault 979999989 base units of its base token by its " +
        "oracle, and the venue quoted what is worth 1000000000: that is more apart than the " +
        "slippage and 1% (200 bps). Nothing was built. Ask for a new quote, or use the other " +
        "venue.",
      details: {
        broughtBase: "979999989",
        quotedBase: "1000000000",
        differenceBps: 200,
        allowedBps: 200,
      },
    });
    expect(judge(1_020_000_000n + 10n).ok).toBe(true);
    expect(judge(1_020_000_000n + 11n).ok).toBe(false);
    expect(judge(940_000_000n, { slippageBps: 500 }).ok).toBe(true);
  });

  test("behavior: a sold token not counting, or one beginning to, is no difference", () => {
    expect(judge(1_000_000_000n, { soldValueBase: 0n }).ok).toBe(true);
    expect(judge(1_000_000_000n, { newlyCountedBase: 7_000_000_000n }).ok).toBe(true);
    // Hidden behind what begins to count, nothing arrived.
    expect(judge(0n, { newlyCountedBase: 1_000_000_000n }).ok).toBe(false);
  });

  test("behavior: dust is no difference, also beside a large vault", () => {
    expect(judge(0n, { soldValueBase: 0n, quotedOutValueBase: 0n }).ok).toBe(true);
    expect(judge(0n, { soldValueBase: 3n, quotedOutValueBase: 3n }).ok).toBe(true);
    expect(judge(11n, { soldValueBase: 0n, quotedOutValueBase: 0n })).toMatchObject({
      details: { differenceBps: null },
    });
    const large = {
      netBeforeBase: 10n ** 30n,
      soldValueBase: 10n ** 18n,
      quotedOutValueBase: 10n ** 18n,
    };
    expect(judge(10n ** 18n + 10n ** 18n / 50n + 10n ** 18n, large).ok).toBe(true);
  });
});
