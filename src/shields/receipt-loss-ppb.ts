import type { SwapValuation } from "../../schemas/attempt.ts";
import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";

const { whole: PPB } = PARTS_PER_BILLION;

type Swap = { amountOutBase: string; maxInBase: string };
type Moved = { soldBase: string; boughtBase: string };

/**
 * What left less what arrived by the receipt, at the oracle's prices of when it was written, per unit in parts per billion. What left is
 * rounded up, what arrived down. A gain is 0.
 */
export function receiptLossPpb(
  { maxInValueBase, amountOutValueBase, netTotalValueBase }: SwapValuation,
  { amountOutBase, maxInBase }: Swap,
  { soldBase, boughtBase }: Moved,
): number {
  const [netTotalValue, maxIn, quotedOut] = [BigInt(netTotalValueBase), BigInt(maxInBase), BigInt(amountOutBase)];
  if (netTotalValue <= 0n) return 0;
  const left = maxIn === 0n ? 0n : (BigInt(maxInValueBase) * BigInt(soldBase) + maxIn - 1n) / maxIn;
  const arrived = quotedOut === 0n ? 0n : (BigInt(amountOutValueBase) * BigInt(boughtBase)) / quotedOut;
  const loss = left - arrived;
  if (loss <= 0n) return 0;
  const ppb = (loss * PPB + netTotalValue - 1n) / netTotalValue;
  return Number(ppb < PPB ? ppb : PPB);
}
