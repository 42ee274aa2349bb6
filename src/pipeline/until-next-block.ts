import type { ChainId } from "../../schemas/chains.ts";

/**
 * From one block's timestamp to the next one's, where a chain keeps to an interval of whole seconds. Sources: ethereum.org (slots),
 * docs.optimism.io and docs.base.org (block time), docs.polygon.technology (PoS).
 */
const INTERVAL_MS: Partial<Record<ChainId, number>> = { 1: 12_000, 10: 2_000, 137: 2_000, 8453: 2_000 };
/** From that time until a node near us serves the block. A wrong value only shifts the time of a poll a little. */
const SPREAD_MS = 100;

/**
 * Milliseconds until the block after `head` should be known, or undefined: the chain keeps to no interval, its clock and ours
 * differ, or the block is overdue (as on a chain that mines what it is sent).
 */
export function untilNextBlock(chainId: ChainId, headSec: number, nowMs: number): number | undefined {
  const intervalMs = INTERVAL_MS[chainId];
  if (intervalMs === undefined) return undefined;
  const waitMs = headSec * 1_000 + intervalMs + SPREAD_MS - nowMs;
  return waitMs > 0 && waitMs <= intervalMs + SPREAD_MS ? waitMs : undefined;
}
