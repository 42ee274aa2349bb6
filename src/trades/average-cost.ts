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
 * What a swap means for profit. `sale`: what it brought above the average cost of the part that was
 * bought here (`covered`); the rest of it (`uncovered`) has no cost. `uncounted`: confirmed, but
 * without amounts of a receipt, or without the base token on one side.
 */
export type TradeResult =
  | { kind: "none" }
  | { kind: "purchase" }
  | { kind: "sale"; realised: bigint; covered: bigint; uncovered: bigint }
  | { kind: "uncounted"; why: "amounts" | "base_token" };

export type AverageCost = {
  tokens: TokenCost[];
  /** Of each swap, in their order. */
  results: TradeResult[];
  counted: number;
  uncounted: number;
};

/**
 * In the base token, over swaps in the order they were sent: those that the chain has confirmed,
 * with both amounts from the receipt and the base token on one side; `uncounted` are other
 * confirmed ones. Gas is no part of it.
 */
export function averageCost(trades: readonly Trade[], baseToken: Address): AverageCost {
  const base = baseToken.toLowerCase();
  const byToken = new Map<string, TokenCost>();
  const results = trades.map((trade): TradeResult => {
    const { status, tokenIn, tokenOut, soldBase, boughtBase } = trade;
    if (status !== "confirmed") return { kind: "none" };
    if (soldBase === undefined || boughtBase === undefined)
      return { kind: "uncounted", why: "amounts" };
    const isBuy = tokenIn.toLowerCase() === base;
    if (isBuy === (tokenOut.toLowerCase() === base))
      return { kind: "uncounted", why: "base_token" };
    const token = isBuy ? tokenOut : tokenIn;
    const before = byToken.get(token.toLowerCase()) ?? noCost(token);
    const after = isBuy
      ? afterBuy(before, boughtBase, soldBase)
      : afterSale(before, soldBase, boughtBase);
    byToken.set(token.toLowerCase(), after);
    if (isBuy) return { kind: "purchase" };
    const uncovered = after.uncovered - before.uncovered;
    const realised = after.realised - before.realised;
    return { kind: "sale", realised, covered: soldBase - uncovered, uncovered };
  });
  const uncounted = results.filter(({ kind }) => kind === "uncounted").length;
  const counted = results.filter(({ kind }) => kind === "purchase" || kind === "sale").length;
  return { tokens: [...byToken.values()], results, counted, uncounted };
}

const afterBuy = (of: TokenCost, amount: bigint, paid: bigint): TokenCost => ({
  ...of,
  ...{
    bought: of.bought + amount,
    paid: of.paid + paid,
    held: of.held + amount,
    cost: of.cost + paid,
  },
});

/**
 * Of the same cost as what stays. Halves of a base unit fall to the cost: a profit is never rounded
 * up.
 */
function afterSale(of: TokenCost, amount: bigint, received: bigint): TokenCost {
  const covered = amount < of.held ? amount : of.held;
  const cost = covered === 0n ? 0n : (of.cost * covered + of.held - 1n) / of.held;
  const gained = amount === 0n ? 0n : (received * covered) / amount;
  return {
    ...of,
    ...{
      sold: of.sold + amount,
      received: of.received + received,
      held: of.held - covered,
      cost: of.cost - cost,
    },
    ...{ realised: of.realised + gained - cost, uncovered: of.uncovered + amount - covered },
  };
}

/** Nothing bought and nothing sold. */
export const noCost = (token: Address): TokenCost => ({
  token,
  ...{
    bought: 0n,
    paid: 0n,
    sold: 0n,
    received: 0n,
    held: 0n,
    cost: 0n,
    realised: 0n,
    uncovered: 0n,
  },
});
