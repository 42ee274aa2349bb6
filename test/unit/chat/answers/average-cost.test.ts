import fc from "fast-check";
import { expect, test } from "vitest";
import { averageCost } from "../../../../src/chat/answers/pnl-text.ts";
import type { Trade } from "../../../../src/chat/answers/read-trades.ts";

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
  ...{ atMs: 1, venue: "0x", hash: "0x1", status: "confirmed", soldBase, boughtBase },
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
