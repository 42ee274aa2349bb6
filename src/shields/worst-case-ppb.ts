import type { SwapValuation } from "../../schemas/attempt.ts";
import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";

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
