import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";
import { notionalBase } from "./notional-base.ts";

type Order = { isBuy: boolean; limitPriceE8: bigint };
type Around = {
  /** What of the order may be filled. */
  sizeE8: bigint;
  markPriceE8: bigint;
  /** Of the vault, USDC with 6 decimals. */
  valueBase: bigint;
};

/**
 * Against the mark, filled at its limit, in parts per billion of the vault's value; rounded up. At the mark or better 0, of a vault without
 * value everything.
 */
export function worstLossPpb({ isBuy, limitPriceE8 }: Order, { sizeE8, markPriceE8, valueBase }: Around): number {
  const worseE8 = isBuy ? limitPriceE8 - markPriceE8 : markPriceE8 - limitPriceE8;
  if (worseE8 <= 0n) return 0;
  const { whole } = PARTS_PER_BILLION;
  if (valueBase <= 0n) return Number(whole);
  const ppb = ((notionalBase(worseE8, sizeE8) + 1n) * whole + valueBase - 1n) / valueBase;
  return Number(ppb < whole ? ppb : whole);
}
