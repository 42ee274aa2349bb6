import type { SwapValuation } from "../../schemas/attempt.ts";
import { PARTS_PER_BILLION } from "../lib/integers.ts";

const { whole: PPB, perBps: PPB_OF_BPS } = PARTS_PER_BILLION;

type Bounds = { amountOutBase: string; minOutBase: string };

/**
 * The most that may leave less the least that must arrive, by the vault's oracle, in parts per
 * billion of its net value. Rounded up to whole basis points, so that a hair between two looks is
 * no larger figure. From 0 to all; 0 without value.
 */
export function worstCasePpb(
  { maxInValueBase, amountOutValueBase }: SwapValuation,
  { amountOutBase, minOutBase }: Bounds,
  netTotalValueBase: bigint,
): number {
  if (netTotalValueBase <= 0n) return 0;
  const quotedOut = BigInt(amountOutBase);
  const leastValue =
    quotedOut === 0n ? 0n : (BigInt(amountOutValueBase) * BigInt(minOutBase)) / quotedOut;
  const loss = BigInt(maxInValueBase) - leastValue;
  if (loss <= 0n) return 0;
  const bps = (loss * PPB + netTotalValueBase * PPB_OF_BPS - 1n) / (netTotalValueBase * PPB_OF_BPS);
  const ppb = bps * PPB_OF_BPS;
  return Number(ppb < PPB ? ppb : PPB);
}

type Swap = { amountOutBase: string; maxInBase: string };
type Moved = { soldBase: string; boughtBase: string };

/**
 * Loss by the receipt at the written oracle prices, in parts per billion of net value. Rounds what
 * left up, what arrived down; a gain is 0.
 */
export function receiptLossPpb(
  { maxInValueBase, amountOutValueBase, netTotalValueBase }: SwapValuation,
  { amountOutBase, maxInBase }: Swap,
  { soldBase, boughtBase }: Moved,
): number {
  const [netTotalValue, maxIn, quotedOut] = [
    BigInt(netTotalValueBase),
    BigInt(maxInBase),
    BigInt(amountOutBase),
  ];
  if (netTotalValue <= 0n) return 0;
  const left = maxIn === 0n ? 0n : (BigInt(maxInValueBase) * BigInt(soldBase) + maxIn - 1n) / maxIn;
  const arrived =
    quotedOut === 0n ? 0n : (BigInt(amountOutValueBase) * BigInt(boughtBase)) / quotedOut;
  const loss = left - arrived;
  if (loss <= 0n) return 0;
  const ppb = (loss * PPB + netTotalValue - 1n) / netTotalValue;
  return Number(ppb < PPB ? ppb : PPB);
}
