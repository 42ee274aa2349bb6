import fc from "fast-check";
import { expect, test } from "vitest";
import { averageCost } from "../../../src/trades/average-cost.ts";
import type { Trade } from "../../../src/trades/read-trades.ts";

const [BASE, ETH, BTC] = [
  `0x${"b1".repeat(20)}`,
  `0x${"e1".repeat(20)}`,
  `0x${"c1".repeat(20)}`,
] as const;
const trade = (
  tokenIn: string,
  soldBase: bigint,
  tokenOut: string,
  boughtBase: bigint,
  more = {},
): Trade => ({
  ...{ n: 1, atMs: 1, venue: "0x", hash: "0x1", status: "confirmed", soldBase, boughtBase },
  ...{ tokenIn: tokenIn as Trade["tokenIn"], tokenOut: tokenOut as Trade["tokenOut"], ...more },
});
const of = (trades: Trade[]) => averageCost(trades, BASE);

test("default: two buys and a sale at average cost", () => {
  // 1 for 3,000 and 1 for 2,000: 2,500 each. Half of one sold for 1,500: 250 above its cost.
  const { tokens, counted } = of([
    trade(BASE, 3_000n, ETH, 10n),
    trade(BASE, 2_000n, ETH, 10n),
    trade(ETH, 5n, BASE, 1_500n),
  ]);
  expect(counted).toBe(3);
  expect(tokens).toEqual([
    {
      ...{ token: ETH, bought: 20n, paid: 5_000n, sold: 5n, received: 1_500n },
      ...{ held: 15n, cost: 3_750n, realised: 250n, uncovered: 0n },
    },
  ]);
});

test("boundary: what was not bought here has no cost and makes no profit", () => {
  const { tokens } = of([
    trade(ETH, 4n, BASE, 900n),
    trade(BASE, 1_000n, ETH, 10n),
    trade(ETH, 20n, BASE, 3_000n),
  ]);
  // Of the 20, ten were bought here for 1,000; half of 3,000 is theirs.
  expect(tokens[0]).toMatchObject({
    held: 0n,
    cost: 0n,
    realised: 500n,
    uncovered: 14n,
    received: 3_900n,
  });
});

test("behavior: only chain-confirmed, with both amounts and the base token on one side", () => {
  const { tokens, counted, uncounted } = of([
    trade(BASE, 1n, ETH, 1n, { status: "reverted" }),
    trade(BASE, 1n, ETH, 1n, { status: "open" }),
    trade(BASE, 1n, ETH, 1n, { boughtBase: undefined }),
    trade(BTC, 1n, ETH, 1n),
  ]);
  expect([tokens, counted, uncounted]).toEqual([[], 0, 2]);
});

test("property: received minus paid is what was realised, what stays and what cost nothing", () => {
  const amount = fc.bigInt(1n, 10n ** 24n);
  const one = fc.record({ isBuy: fc.boolean(), base: amount, token: amount });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (all) => {
      const trades = all.map(({ isBuy, base, token }) =>
        isBuy ? trade(BASE, base, ETH, token) : trade(ETH, token, BASE, base),
      );
      const [cost] = of(trades).tokens;
      if (cost === undefined) return;
      expect(cost.held).toBe(cost.bought - (cost.sold - cost.uncovered));
      expect(cost.cost >= 0n && cost.held >= 0n).toBe(true);
      if (cost.uncovered === 0n) expect(cost.realised).toBe(cost.received - cost.paid + cost.cost);
      else expect(cost.realised <= cost.received - cost.paid + cost.cost).toBe(true);
    }),
  );
});

/** Exact fractions, kept apart from the implementation: no rounding until it is asked for. */
type Fraction = readonly [n: bigint, d: bigint];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const minus = (a: Fraction, [c, d]: Fraction): Fraction => plus(a, [-c, d]);
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const floor = ([n, d]: Fraction): bigint => (n >= 0n ? n / d : -((-n + d - 1n) / d));
const ceil = ([n, d]: Fraction): bigint => -floor([-n, d]);
const whole = (n: bigint): Fraction => [n, 1n];

const sized = fc
  .record({
    decimals: fc.integer({ min: 6, max: 36 }),
    units: fc.integer({ min: 1, max: 9_999_999 }),
  })
  .map(({ decimals, units }) => (BigInt(units) * 10n ** BigInt(decimals)) / 1_000_003n + 1n);
const step = fc.record({
  side: fc.constantFrom("buy", "sell", "part", "all"),
  base: sized,
  token: sized,
  shareBps: fc.integer({ min: 1, max: 9_999 }),
});

test("property: average cost by exact fractions, of tokens and bases with 6 to 36 decimals", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      const trades: Trade[] = [];
      // Whole units of what is held and sold; cost and profit once exact, once as it is stored.
      let held = 0n;
      let exact = { cost: whole(0n), realised: whole(0n) };
      let stored = { cost: 0n, realised: 0n };
      let sales = 0n;
      const perTrade: (bigint | undefined)[] = [];
      for (const { side, base, token, shareBps } of steps) {
        if (side === "buy") {
          trades.push(trade(BASE, base, ETH, token));
          held += token;
          exact = { ...exact, cost: plus(exact.cost, whole(base)) };
          stored = { ...stored, cost: stored.cost + base };
          perTrade.push(undefined);
          continue;
        }
        const part = side === "all" ? held : (held * BigInt(shareBps)) / 10_000n;
        const amount = side === "sell" || part === 0n ? token : part;
        trades.push(trade(ETH, amount, BASE, base));
        const covered = amount < held ? amount : held;
        const gained = times(whole(base), [covered, amount]);
        const share: Fraction = held === 0n ? [0n, 1n] : [covered, held];
        const costOf = times(exact.cost, share);
        exact = {
          cost: minus(exact.cost, costOf),
          realised: plus(exact.realised, minus(gained, costOf)),
        };
        const storedCost = ceil(times(whole(stored.cost), share));
        const made = floor(gained) - storedCost;
        stored = { cost: stored.cost - storedCost, realised: stored.realised + made };
        held -= covered;
        sales += 1n;
        perTrade.push(made);
      }
      const { tokens, results } = of(trades);
      expect(tokens).toHaveLength(1);
      expect([tokens[0]?.held, tokens[0]?.cost, tokens[0]?.realised]).toEqual([
        ...[held, stored.cost, stored.realised],
      ]);
      expect(results.map((one) => (one.kind === "sale" ? one.realised : undefined))).toEqual(
        perTrade,
      );
      // Against the exact profit it is never more, and less by under two units a sale.
      const short = minus(exact.realised, whole(stored.realised));
      expect(short[0] >= 0n && floor(short) < 2n * sales + 1n).toBe(true);
      if (held === 0n) expect(stored.cost).toBe(0n);
    }),
  );
});
