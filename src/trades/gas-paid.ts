import type { Trade } from "./read-trades.ts";

/** What the agent wallet paid for swaps. `unknown`: transactions without a receipt or a price. */
export type GasPaid = {
  wei: bigint;
  valueBase: bigint;
  unknown: { wei: number; value: number };
};

/** A transaction of it was mined. */
const MINED: readonly Trade["status"][] = ["confirmed", "reverted", "replaced"];

export const isMined = ({ status }: Pick<Trade, "status">): boolean => MINED.includes(status);

/**
 * Gas in base units of the base token, rounded up, by the price of the coin before it was sent.
 * undefined: gas or price is not known.
 */
export function gasValueOf({ gas, coin }: Pick<Trade, "gas" | "coin">): bigint | undefined {
  if (gas === undefined || !coin || coin.wei === 0n) return undefined;
  return (gas.wei * coin.valueBase + coin.wei - 1n) / coin.wei;
}

/** Sums over every mined transaction, reverted and replaced ones too: it is no part of a profit. */
export function gasPaid(trades: readonly Trade[]): GasPaid {
  const paid: GasPaid = { wei: 0n, valueBase: 0n, unknown: { wei: 0, value: 0 } };
  for (const trade of trades.filter(isMined)) {
    const valueBase = gasValueOf(trade);
    paid.wei += trade.gas?.wei ?? 0n;
    paid.valueBase += valueBase ?? 0n;
    if (trade.gas === undefined) paid.unknown.wei += 1;
    if (valueBase === undefined) paid.unknown.value += 1;
  }
  return paid;
}
