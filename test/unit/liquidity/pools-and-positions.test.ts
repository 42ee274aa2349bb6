import { numberToHex, zeroAddress } from "viem";
import { describe, expect, it, test } from "vitest";
import { oracleSqrtRatio, sqrtRange } from "../../../src/liquidity/parse-range.ts";
import {
  hookFlags,
  poolKey,
  positionInfo,
  refusalOfHook,
} from "../../../src/liquidity/pool-key.ts";
import { fitsSlippage } from "../../../src/liquidity/position-amounts.ts";
import { liquidityShare } from "../../../src/tools/remove-liquidity.ts";
import { vectorFile } from "../../support/vectors.ts";

const lower = (text: string) => text.toLowerCase() as `0x${string}`;

describe("pools by their keys", () => {
  test.each(Object.entries(vectorFile.addresses.v4Pools))(
    "default: the id of %s is the chain's",
    (_, pool) => {
      const [currency0, currency1, hooks] = [
        lower(pool.currency0),
        lower(pool.currency1),
        lower(pool.hooks),
      ];
      const rest = { fee: pool.fee, tickSpacing: pool.tickSpacing, hooks };
      const key = poolKey.of([currency1, currency0], rest);
      expect(key).toEqual(poolKey.of([currency0, currency1], rest));
      expect(key).toEqual({ currency0, currency1, ...rest });
      expect(poolKey.id(key)).toBe(pool.poolId);
    },
  );
});

describe("the same pool", () => {
  const key = {
    currency0: zeroAddress,
    currency1: `0x${"11".repeat(20)}` as const,
    hooks: zeroAddress,
  };
  const pool = { ...key, fee: 500, tickSpacing: 10 };

  it("behavior: only with every field alike", () => {
    expect(poolKey.same(pool, { ...pool })).toBe(true);
    const others = [{ fee: 501 }, { tickSpacing: 11 }, { hooks: `0x${"22".repeat(20)}` as const }];
    for (const change of others) expect(poolKey.same(pool, { ...pool, ...change })).toBe(false);
  });
});

describe("a range in square roots", () => {
  it("error: outside the ticks there is none", () => {
    expect(() => sqrtRange(1n, { tickLower: -887_273, tickUpper: 0 })).toThrow("outside");
    expect(() => sqrtRange(1n, { tickLower: 0, tickUpper: 887_273 })).toThrow("outside");
  });
});

describe("bounds that fit a slippage", () => {
  const amounts = { amount0Base: 1_000n, amount1Base: 2_000n };
  const fits = (direction: "in" | "out", amount0Base: bigint, amount1Base: bigint) =>
    fitsSlippage({ amounts, bounds: { amount0Base, amount1Base }, direction }, 500);

  it("default: out at least 95% of each, in at most 105% of each", () => {
    expect([
      fits("out", 950n, 1_900n),
      fits("out", 949n, 1_900n),
      fits("out", 950n, 1_899n),
    ]).toEqual([true, false, false]);
    expect([
      fits("in", 1_050n, 2_100n),
      fits("in", 1_051n, 2_100n),
      fits("in", 1_050n, 2_101n),
    ]).toEqual([true, false, false]);
  });
});

describe("a hook that keeps a vault's tokens from going in", () => {
  const at = (bits: number) => `0x${"ab".repeat(19)}0${bits}` as const;

  test.each([
    [0, false],
    [1, true],
    [2, true],
    [4, true],
    [8, true],
  ])("behavior: bits %d", (bits, adding) => {
    const refused = refusalOfHook(at(bits));
    expect(refused !== undefined).toBe(adding);
    if (refused !== undefined) {
      expect(refused).toMatchObject({ code: "hook_not_allowed", details: { hooks: at(bits) } });
      expect(refused.message).toContain(at(bits));
    }
  });
});

describe("a position's packed word", () => {
  // v4-periphery 1.0.3, PositionInfoLibrary.sol: 200 bits of pool id, 24 upper tick, 24 lower tick,
  // 8 subscriber.
  test.each([
    [
      `${"ab".repeat(25)}fd0260fcf2c000`,
      { tickLower: -200_000, tickUpper: -196_000, hasSubscriber: false },
    ],
    [`${"00".repeat(25)}000064ffff9c01`, { tickLower: -100, tickUpper: 100, hasSubscriber: true }],
    [
      `${"ff".repeat(25)}0d89e8f2761800`,
      { tickLower: -887_272, tickUpper: 887_272, hasSubscriber: false },
    ],
  ])("default: %s", (word, read) => expect(positionInfo(BigInt(`0x${word}`))).toEqual(read));
});

describe("what a hook's address permits", () => {
  const hook = (flags: bigint) => numberToHex((0xabcdef00n << 128n) | flags, { size: 20 });

  it("default: no hook and hooks that only look on take nothing", () => {
    for (const hooks of [zeroAddress, hook(0b11_1111_1111_0000n)])
      expect([hookFlags.takesLiquidity(hooks), hookFlags.takesSwaps(hooks)]).toEqual([
        false,
        false,
      ]);
  });

  // Hooks.sol of v4-core 1.0.2: bit 0 after removing, 1 after adding, 2 after a swap, 3 before one.
  test.each([
    [1n, true, false],
    [2n, true, false],
    [4n, false, true],
    [8n, false, true],
    [15n, true, true],
  ])("behavior: bits %d", (flags, liquidity, swaps) => {
    expect([hookFlags.takesLiquidity(hook(flags)), hookFlags.takesSwaps(hook(flags))]).toEqual([
      liquidity,
      swaps,
    ]);
  });
});

describe("the oracle's price of a pair", () => {
  const tick = (value: number) => ({ ok: true, value }) as const;

  it("default: the difference of both means, as a square root", () => {
    expect(oracleSqrtRatio({ tick0: tick(-7), tick1: tick(43) })).toBe(
      79_426_470_787_362_580_746_886_972_461n,
    );
    expect(oracleSqrtRatio({ tick0: tick(0), tick1: tick(-887_272) })).toBe(4_295_128_739n);
  });

  it("error: none where one was not read, or the difference is no tick", () => {
    const unread = { ok: false, kind: "unavailable", message: "no" } as const;
    expect(oracleSqrtRatio({ tick0: unread, tick1: tick(0) })).toBeUndefined();
    expect(oracleSqrtRatio({ tick0: tick(-500_000), tick1: tick(500_000) })).toBeUndefined();
  });
});

describe("a share of a position", () => {
  test.each([
    ["all", 1_000n],
    ["ALL", 1_000n],
    ["100%", 1_000n],
    ["50%", 500n],
    ["33.33%", 333n],
    ["7", 7n],
    ["1000", 1_000n],
  ])("default: %s of 1000", (text, share) =>
    expect(liquidityShare(text, 1_000n)).toEqual({ ok: true, value: share }),
  );

  test.each([
    "",
    "0",
    "0%",
    "0.01%",
    "1001",
    "100.01%",
    "101%",
    "-1",
    "1e3",
    "1.5",
    "half",
    "1,000%",
    "allow",
    "overall",
    "5%%",
  ])("error: %j of 1000", (text) =>
    expect(liquidityShare(text, 1_000n)).toMatchObject({
      ok: false,
      code: "invalid_request",
      message: expect.stringMatching(/^liquidityAmount: (give|it has)/),
    }),
  );

  it("error: too much is told with what there is", () => {
    const refused = liquidityShare("1001", 1_000n);
    expect(refused).toMatchObject({
      details: { liquidity: "1000" },
      message: expect.stringContaining("1000"),
    });
  });

  it("error: nothing is left of an emptied position", () => {
    expect(liquidityShare("all", 0n)).toMatchObject({ code: "invalid_request" });
    expect(liquidityShare("all", 0n)).toMatchObject({
      ok: false,
      message: expect.stringContaining("burn_position"),
    });
  });
});
