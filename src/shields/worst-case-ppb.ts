import type { SwapValuation } from "../../schemas/attempt.ts";
import { PARTS_PER_BILLION } from "../lib/integers.ts";

const { whole: PPB, perBps: PPB_OF_BPS } = PARTS_PER_BILLION;

type Bounds = { amountOutBase: string; minOutBase: string };

/**
 * What may leave less what must arrive by the calldata, at the vault's own oracle, per its net total value, in parts per billion. Rounded up
 * to whole basis points, so that a hair between two looks is no larger figure. At or above the oracle's price 0; never more than all. A
 * vault without value has nothing to lose per unit.
 */
export function worstCasePpb(
  { maxInValueBase, amountOutValueBase }: SwapValuation,
  { amountOutBase, minOutBase }: Bounds,
  netTotalValueBase: bigint,
): number {
  if (netTotalValueBase <= 0n) return 0;
  const quotedOut = BigInt(amountOutBase);
  const leastValue = quotedOut === 0n ? 0n : (BigInt(amountOutValueBase) * BigInt(minOutBase)) / quotedOut;
  const loss = BigInt(maxInValueBase) - leastValue;
  if (loss <= 0n) return 0;
  const bps = (loss * PPB + netTotalValueBase * PPB_OF_BPS - 1n) / (netTotalValueBase * PPB_OF_BPS);
  const ppb = bps * PPB_OF_BPS;
  return Number(ppb < PPB ? ppb : PPB);
}

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
