import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactArrival } from "../../../src/bridge/exact-arrival.ts";

/*
 * Finding 107. The vault of this file counts as RigoBlock/v3-contracts 0325f22e does:
 * MixinPoolValue.sol converts the balance of each token and rounds it down (EOracle.sol: mulDiv of
 * the amount with the square of the price's root), and ECrosschain.sol takes an arrival in only
 * where its value before and what arrives, rounded down each, are its value after, to the unit.
 */
const Q192 = 2n ** 192n;
const PROBE = 2n ** 120n;

/**
 * 1.0001^tick times 2^192, which is what the vault multiplies with; tick of a price by its
 * logarithm.
 */
const ratioOf = (tick: number): bigint => {
  let [power, square] = [
    Q192,
    ((tick < 0 ? 10_000n : 10_001n) * Q192) / (tick < 0 ? 10_001n : 10_000n),
  ];
  for (let left = Math.abs(tick); left > 0; left >>= 1) {
    if (left % 2 === 1) power = (power * square) / Q192;
    square = (square * square) / Q192;
  }
  return power;
};
const tickOf = (price: number): number => Math.round(Math.log(price) / Math.log(1.000_1));
const worth = (amount: bigint, ratio: bigint): bigint => (amount * ratio) / Q192;
const takesIn = (held: bigint, arriving: bigint, ratio: bigint): boolean =>
  worth(held + arriving, ratio) === worth(held, ratio) + worth(arriving, ratio);
const priceOf = (ratio: bigint) => ({ probeBase: PROBE, valueBase: worth(PROBE, ratio) });

/**
 * The decimals of what arrives, what a base unit of it is worth in those of the base token, and how
 * many of a hundred may still be refused: a vault whose own rounded part is as good as a whole unit
 * takes next to nothing in, and the simulated fill says so before anything leaves.
 */
const PAIRS = [
  ["WETH into a USDC vault", 18, 2_500 * 1e-12, 0],
  ["WETH into a vault of a USDC with 18 decimals", 18, 2_500, 0],
  ["USDC into an ETH vault", 6, 1e12 / 2_500, 1],
  ["USDC of 18 decimals into an ETH vault", 18, 1 / 2_500, 0],
  ["USDT into a USDC vault", 6, 0.999_6, 2],
  ["USDT into a USDC vault, above par", 6, 1.000_3, 1],
  ["USDC of 18 decimals into a USDT vault of 6", 18, 1.000_2e-12, 0],
  ["WBTC into a USDC vault", 8, 1_000.37, 5],
  ["WBTC into an ETH vault", 8, 4.2e11, 2],
] as const;

describe.each(PAIRS)("%s", (_what, decimals, price, perHundred) => {
  const one = 10n ** BigInt(decimals);
  const dollars =
    decimals === 8 ? 100_000 : price * 10 ** decimals > 1e15 || decimals === 18 ? 2_500 : 1;
  /** From 100 to 1,000,000 USD of it, in base units, and a price up to a hundredth off. */
  const amounts = fc.array(fc.integer({ min: 100_000, max: 1_000_000_000 }), {
    minLength: 20,
    maxLength: 20,
  });
  const amountOf = (milliDollars: number): bigint =>
    (BigInt(milliDollars) * one) / BigInt(dollars * 1_000);
  const ticks = fc.integer({ min: -100, max: 100 }).map((off) => tickOf(price) + off);

  test("behavior: twenty of twenty transfers arrive at any holding; quoted amounts did not", () => {
    let refusedAsQuoted = 0;
    let refused = 0;
    let runs = 0;
    fc.assert(
      fc.property(amounts, ticks, fc.bigInt({ min: 0n, max: 10n ** 24n }), (list, tick, start) => {
        const ratio = ratioOf(tick);
        let [held, heldAsQuoted] = [start, start];
        for (const milliDollars of list) {
          const quoted = amountOf(milliDollars);
          const sent = exactArrival(quoted, priceOf(ratio));
          if (takesIn(held, sent, ratio)) held += sent;
          else refused += 1;
          if (takesIn(heldAsQuoted, quoted, ratio)) heldAsQuoted += quoted;
          else refusedAsQuoted += 1;
          runs += 1;
        }
      }),
      { numRuns: 60 },
    );
    expect([refused <= (runs * perHundred) / 100, refused]).toEqual([true, refused]);
    expect([refusedAsQuoted > runs / 4, refusedAsQuoted]).toEqual([true, refusedAsQuoted]);
  });

  test("behavior: gives up at most a thousandth, large a hundred-thousandth, within quote", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), ticks, (milliDollars, tick) => {
        const quoted = amountOf(milliDollars);
        const sent = exactArrival(quoted, priceOf(ratioOf(tick)));
        expect(sent <= quoted).toBe(true);
        // 100 base units of a token are less than a cent, but for WBTC.
        expect(quoted - sent <= quoted / 1_000n + 100n + BigInt(Math.ceil(1 / price))).toBe(true);
      }),
    );
  });
});

test("default: WETH into a USDC vault costs less than a millionth of a USDC", () => {
  const ratio = ratioOf(tickOf(2_500e-12));
  const quoted = 998_765_432_109_876_543n;
  const sent = exactArrival(quoted, priceOf(ratio));
  expect(worth(sent, ratio)).toBe(worth(quoted, ratio));
  expect(worth(sent - 1n, ratio)).toBe(worth(quoted, ratio) - 1n);
});

test("behavior: the base token itself, or what has no price, is sent as it was quoted", () => {
  expect(exactArrival(1_234_567n, { probeBase: PROBE, valueBase: PROBE })).toBe(1_234_567n);
  expect(exactArrival(1_234_567n, { probeBase: PROBE, valueBase: 0n })).toBe(1_234_567n);
  expect(exactArrival(3n, priceOf(ratioOf(tickOf(1e-12))))).toBe(3n);
});

test("behavior: a token with more decimals than what leaves is sent in its whole units", () => {
  const unit = 10n ** 12n;
  const price = priceOf(ratioOf(tickOf(1 / 2_500)));
  for (const quoted of [100_000_001n, 99_876_543n, 5_000_000_123n])
    expect(exactArrival(quoted * unit + 17n, price, unit) % unit).toBe(0n);
});
