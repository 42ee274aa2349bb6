import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeSwapShield, type SwapShieldInput } from "../../../src/shields/judge-swap-shield.ts";
import { oracleDeltaBps } from "../../../src/shields/oracle-window.ts";

const input = (change: Partial<SwapShieldInput> = {}): SwapShieldInput => ({
  mode: "exactIn",
  quotedInBase: 1_000n,
  quotedOutBase: 10_000n,
  oracle: { ok: true, amountBase: 10_000n },
  toleranceBps: 500,
  sellTokenTracked: true,
  ...change,
});
const oracle = (amountBase: bigint) => ({ ok: true, amountBase }) as const;

describe("both directions, exact input", () => {
  // 5% of 10000 is 500: spec "Swap Shield", equal passes (decision D19).
  test.each([
    [9_500n, 500, true],
    [9_499n, 501, false],
    [10_500n, -500, true],
    [10_501n, -501, false],
    [10_000n, 0, true],
    [9_999n, 1, true],
  ])("args: %i quoted of 10000", (quotedOutBase, deltaBps, passes) => {
    const verdict = judgeSwapShield(input({ quotedOutBase }));
    expect(verdict.ok).toBe(passes);
    expect(verdict.ok ? verdict.value.deltaBps : verdict.details?.deltaBps).toBe(deltaBps);
  });

  test("behavior: no rounding helps: 500.01 bps away is blocked although it reads 500", () => {
    const verdict = judgeSwapShield(
      input({ quotedOutBase: 94_999_999n, oracle: oracle(100_000_000n) }),
    );
    expect(verdict).toEqual({
      ok: false,
      code: "swap_shield_blocked",
      message:
        "The venue's price is more than 5% worse than the vault's oracle price. Trade a " +
        "smaller amount, split it with a TWAP order, or raise the Swap Shield tolerance for " +
        "10 minutes.",
      details: {
        mode: "exactIn",
        quotedIn: "1000",
        quotedOut: "94999999",
        toleranceBps: 500,
        priceFeedExists: true,
        deltaBps: 500,
        oracleAmount: "100000000",
      },
    });
    expect(
      judgeSwapShield(input({ quotedOutBase: 95_000_000n, oracle: oracle(100_000_000n) })).ok,
    ).toBe(true);
  });

  test("default: the whole verdict of a quote that passes", () => {
    expect(judgeSwapShield(input({ quotedOutBase: 9_900n, toleranceBps: 250 }))).toEqual({
      ok: true,
      value: {
        priceFeedExists: true,
        deltaBps: 100,
        oracleAmountBase: 10_000n,
        toleranceBps: 250,
        text: "The quote is within 2.5% of the vault's oracle price.",
      },
    });
  });
});

describe("both directions, exact output (judged on the input, decision D16)", () => {
  test.each([
    [1_050n, 500, true],
    [1_051n, 510, false],
    [950n, -500, true],
    [949n, -510, false],
  ])("args: %i asked where the oracle asks 1000", (quotedInBase, deltaBps, passes) => {
    const verdict = judgeSwapShield(
      input({ mode: "exactOut", quotedInBase, oracle: oracle(1_000n) }),
    );
    expect(verdict.ok).toBe(passes);
    expect(verdict.ok ? verdict.value.deltaBps : verdict.details?.deltaBps).toBe(deltaBps);
  });

  test("error: the text says which way the price is off", () => {
    const text = (quotedInBase: bigint) => {
      const verdict = judgeSwapShield(
        input({ mode: "exactOut", quotedInBase, oracle: oracle(1_000n) }),
      );
      return verdict.ok ? "" : verdict.message;
    };
    expect(text(1_051n)).toContain("more than 5% worse");
    expect(text(949n)).toBe(
      "The venue's price is more than 5% better than the vault's oracle price, which points " +
        "at a stale oracle or a manipulated route. Try again, use the other venue, or refresh " +
        "the oracle feed.",
    );
  });

  test("error: a quote far above the oracle for an exact input is blocked as too good", () => {
    const verdict = judgeSwapShield(input({ quotedOutBase: 10_501n }));
    expect(verdict).toMatchObject({
      ok: false,
      code: "swap_shield_blocked",
      message: expect.stringContaining("more than 5% better"),
    });
  });
});

describe("no reading", () => {
  const noFeed = (missing: "sell" | "buy" | "both") =>
    ({ ok: false, reason: "NO_PRICE_FEED", missing }) as const;

  test("behavior: selling an untracked token is the one thing NO_PRICE_FEED allows", () => {
    expect(judgeSwapShield(input({ oracle: noFeed("sell"), sellTokenTracked: false }))).toEqual({
      ok: true,
      value: {
        priceFeedExists: false,
        deltaBps: 0,
        oracleAmountBase: 0n,
        toleranceBps: 500,
        text:
          "The sold token has no price feed and is not tracked by the vault: its price was " +
          "not judged (NO_PRICE_FEED).",
      },
    });
  });

  test.each([
    [
      "selling a tracked token",
      noFeed("sell"),
      true,
      "The vault's oracle has no price feed for the token to sell although the vault counts " +
        "that token, so the price cannot be judged. Restore the feed (refresh_oracle_feed) and " +
        "try again.",
    ],
    [
      "buying",
      noFeed("buy"),
      false,
      "The vault's oracle has no price feed for the token to buy, and a vault cannot take in " +
        "a token without one. Choose another token.",
    ],
    [
      "neither token known",
      noFeed("both"),
      false,
      "The vault's oracle has no price feed for the token to buy, and a vault cannot take in " +
        "a token without one. Choose another token.",
    ],
  ])("error: %s without a feed", (_, reading, sellTokenTracked, message) => {
    expect(judgeSwapShield(input({ oracle: reading, sellTokenTracked }))).toEqual({
      ok: false,
      code: "no_price_feed",
      message,
      details: {
        mode: "exactIn",
        quotedIn: "1000",
        quotedOut: "10000",
        toleranceBps: 500,
        reason: "NO_PRICE_FEED",
        missing: reading.missing,
        priceFeedExists: false,
      },
    });
  });

  test.each<[string, Partial<SwapShieldInput>, string, string]>([
    [
      "an oracle that failed",
      { oracle: { ok: false, reason: "ORACLE_ERROR" } },
      "ORACLE_ERROR",
      "the vault's oracle gave no usable price",
    ],
    [
      "an oracle that says 0",
      { oracle: oracle(0n) },
      "ORACLE_ERROR",
      "the vault's oracle gave no usable price",
    ],
    [
      "an oracle below 0",
      { oracle: oracle(-1n) },
      "ORACLE_ERROR",
      "the vault's oracle gave no usable price",
    ],
    [
      "a quote that gives nothing",
      { quotedOutBase: 0n },
      "INVALID_QUOTE",
      "the venue quoted an amount of 0",
    ],
    [
      "a quote that asks nothing",
      { quotedInBase: 0n },
      "INVALID_QUOTE",
      "the venue quoted an amount of 0",
    ],
  ])("error: %s", (_, change, reason, text) => {
    const verdict = judgeSwapShield(input(change));
    expect(verdict).toMatchObject({ ok: false, code: "swap_shield_blocked", details: { reason } });
    expect(verdict.ok ? "" : verdict.message).toBe(
      `The swap was blocked because ${text}. Try again in a few minutes.`,
    );
  });

  test("behavior: the smallest amounts are judged like any", () => {
    expect(
      judgeSwapShield(input({ quotedInBase: 1n, quotedOutBase: 1n, oracle: oracle(1n) })).ok,
    ).toBe(true);
  });
});

describe("arithmetic", () => {
  const amount = fc.bigInt(1n, 2n ** 200n);

  test("behavior: blocked exactly when |quote/oracle - 1| exceeds tolerance, as fractions", () => {
    // Amounts around the limit, where rounding would show: oracle * (1 +- tolerance) and a few
    // units off.
    const near = fc.tuple(
      amount,
      fc.integer({ min: 50, max: 5_000 }),
      fc.boolean(),
      fc.bigInt(-3n, 3n),
    );
    fc.assert(
      fc.property(near, ([oracleBase, toleranceBps, above, off]) => {
        const share = (oracleBase * BigInt(toleranceBps)) / 10_000n;
        const quoted = (above ? oracleBase + share : oracleBase - share) + off;
        fc.pre(quoted > 0n);
        // Independent: both bounds as integers, rounded away from the oracle's price.
        const lowest = (oracleBase * BigInt(10_000 - toleranceBps) + 9_999n) / 10_000n;
        const highest = (oracleBase * BigInt(10_000 + toleranceBps)) / 10_000n;
        const verdict = judgeSwapShield(
          input({ quotedOutBase: quoted, oracle: oracle(oracleBase), toleranceBps }),
        );
        expect(verdict.ok).toBe(quoted >= lowest && quoted <= highest);
      }),
    );
  });

  test("behavior: delta is a fraction truncated toward zero; swapped modes swap its sign", () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 11n),
        fc.bigInt(1n, 10n ** 11n),
        (quotedBase, oracleBase) => {
          const delta = oracleDeltaBps({ mode: "exactIn", quotedBase, oracleBase });
          const [size, distance] = [BigInt(Math.abs(delta)), oracleBase - quotedBase];
          const whole = (distance < 0n ? -distance : distance) * 10_000n;
          expect(size * oracleBase <= whole && whole < (size + 1n) * oracleBase).toBe(true);
          expect(delta === 0 || delta > 0 === distance > 0n).toBe(true);
          expect(oracleDeltaBps({ mode: "exactOut", quotedBase, oracleBase }) + delta).toBe(0);
        },
      ),
      {
        examples: [
          [1n, 3n],
          [3n, 1n],
        ],
      },
    );
  });

  test("behavior: a quote beyond all measure stays a safe integer", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    expect(oracleDeltaBps({ mode: "exactOut", quotedBase: 2n ** 255n, oracleBase: 1n })).toBe(
      largest,
    );
    expect(oracleDeltaBps({ mode: "exactIn", quotedBase: 2n ** 255n, oracleBase: 1n })).toBe(
      -largest,
    );
  });
});
