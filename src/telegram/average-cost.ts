import type { Address } from "viem";
import type { Trade } from "./read-trades.ts";

/** Against the vault's base token, in base units of each. */
export type TokenCost = {
  token: Address;
  bought: bigint;
  paid: bigint;
  sold: bigint;
  received: bigint;
  /** Bought here and not sold here, and what it cost on average. */
  held: bigint;
  cost: bigint;
  /** What sales brought above the average cost of what they sold. */
  realised: bigint;
  /** Beyond what was bought here: its cost is not known, so it counts in no profit. */
  uncovered: bigint;
};

/**
 * In the base token, over swaps in the order they were sent: those that the chain has confirmed, with both amounts from the receipt and the
 * base token on one side; `uncounted` are other confirmed ones.
 */
export function averageCost(
  trades: readonly Trade[],
  baseToken: Address,
): { tokens: TokenCost[]; counted: number; uncounted: number } {
  const base = baseToken.toLowerCase();
  const byToken = new Map<string, TokenCost>();
  let [counted, uncounted] = [0, 0];
  for (const { status, tokenIn, tokenOut, soldBase, boughtBase } of trades) {
    if (status !== "confirmed") continue;
    const isBuy = tokenIn.toLowerCase() === base;
    if (soldBase === undefined || boughtBase === undefined || isBuy === (tokenOut.toLowerCase() === base)) {
      uncounted += 1;
      continue;
    }
    counted += 1;
    const token = isBuy ? tokenOut : tokenIn;
    const cost = byToken.get(token.toLowerCase()) ?? none(token);
    byToken.set(
      token.toLowerCase(),
      isBuy ? afterBuy(cost, boughtBase, soldBase) : afterSale(cost, soldBase, boughtBase),
    );
  }
  return { tokens: [...byToken.values()], counted, uncounted };
}

const afterBuy = (of: TokenCost, amount: bigint, paid: bigint): TokenCost => ({
  ...of,
  ...{ bought: of.bought + amount, paid: of.paid + paid, held: of.held + amount, cost: of.cost + paid },
});

/** Of the same cost as what stays. Halves of a base unit fall to the cost: a profit is never rounded up. */
function afterSale(of: TokenCost, amount: bigint, received: bigint): TokenCost {
  const covered = amount < of.held ? amount : of.held;
  const cost = covered === 0n ? 0n : (of.cost * covered + of.held - 1n) / of.held;
  const gained = amount === 0n ? 0n : (received * covered) / amount;
  return {
    ...of,
    ...{ sold: of.sold + amount, received: of.received + received, held: of.held - covered, cost: of.cost - cost },
    ...{ realised: of.realised + gained - cost, uncovered: of.uncovered + amount - covered },
  };
}

const none = (token: Address): TokenCost => ({
  token,
  ...{ bought: 0n, paid: 0n, sold: 0n, received: 0n, held: 0n, cost: 0n, realised: 0n, uncovered: 0n },
});
